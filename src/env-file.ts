/**
 * Loads `.env` into the environment of the server, once. `telemetry.ts` needs the settings before other modules are
 * loaded.
 */
import { loadEnvFile } from './common/config/env-file';

/**
 * Loads the file. Returns a function that returns the names of the settings in the file. If the file could not be
 * loaded, the function throws the error when `main.ts` calls it. Before that, nothing would report the error.
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

/** Returns the names of the settings in the file. Throws if the file cannot be read or has an invalid line. */
export const getNamesInEnvFile = load();
