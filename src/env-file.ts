/**
 * Loads `.env` into the environment of the server, once. `telemetry.ts` needs the settings before other modules are
 * loaded.
 */
import { loadEnvFile } from './common/config/env-file';

/**
 * Loads the file. The returned function returns the names of the settings in the file, or throws the error of the
 * loading. `main.ts` calls it, because nothing reports an error while the modules are imported.
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
