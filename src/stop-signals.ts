/**
 * Installs the handlers of SIGTERM, SIGINT and SIGHUP. The server and the command line import this module before the
 * modules of the service, so that a signal during loading is also handled.
 */
import { processStop } from './common/processes/process-stop';

processStop.listen();
