/** Has this process receive the request to stop; each program imports this before it loads what it may have to stop. */
import { processStop } from './common/processes/process-stop';

processStop.listen();
