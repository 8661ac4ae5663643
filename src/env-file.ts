/**
 * Loads `.env` into the environment of the server, once. `telemetry.ts` needs the settings before the modules of the
 * service are loaded.
 */
import { loadEnvFile } from './common/config/env-file';

/**
 * Loads the file and returns a function that gives the names or throws the error. Throws nothing itself, because
 * nothing reports an error while the modules are imported. `main.ts` calls the function later and reports the error.
 */
function load(): () => readonly string[] {
  try {
    const names = loadEnvFile(process.cwd(), process.env);
    return () => names;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Returns the names in the file. Throws if the file cannot be read or has an invalid line. */
export const getNamesInEnvFile = load();
