import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import type { Config } from '../../common/config/config';
import { LibrariesService, requireLibraryName, toLibraryId } from '../../catalog/libraries/libraries.service';
import { type Diagnostic, DiagnosticLog } from '../../catalog/scanner/diagnostic-log';
import { type DiagnosticCode, DIAGNOSTICS } from '../../catalog/scanner/diagnostics';
import { requireSeparateRoot, resolveLibraryRoot } from '../../catalog/scanner/tree/library-roots';
import { LibraryScanService } from '../../catalog/scanner/library-scan.service';
import type { ScanResult } from '../../catalog/scanner/library-scan';
import { type ScanLibrary, ScanStateStore } from '../../catalog/scanner/scan-state.store';
import { CONFIG } from '../../common/config/config.token';
import { isUuid } from '../../common/media-id';
import { withServiceWithoutTokenSecrets } from '../service-context';
import { CliError } from '../cli-error';

/** Exit code of a complete scan in which the catalog refused records. A scan that fails exits with 1. */
const EXIT_REFUSED_RECORDS = 2;

interface ScanOptions {
  readonly kind?: string;
  readonly full?: boolean;
  readonly exclude?: readonly string[];
  readonly country?: string;
}

/** The result that is printed. */
interface ScanSummary extends ScanResult {
  library: ScanLibrary;
  root: string;
  seconds: number;
  files_per_second: number;
  diagnostics: { code: DiagnosticCode; count: number; meaning: string; remedy: string; paths: readonly string[] }[];
}

/** Adds `scan LIBRARY [PATH]`. */
export function register(program: Command): void {
  program
    .command('scan')
    .description('Scan a folder of media into a library. Exits with 2 when the catalog refused records.')
    .argument('<library>', 'id or name of the library; --kind creates one with this name if there is none')
    .argument('[path]', 'root of the library; default: its root in LIBRARY_ROOTS, else the root of its last scan')
    .option('--kind <kind>', 'kind of a new library: movies or series')
    .option('--full', 'read every file again, changed or not')
    .option('--exclude <patterns...>', 'names to ignore; * matches any characters, ? matches one')
    .option(
      '--country <code>',
      'country whose content rating is used when an NFO file has several; with --full also for unchanged files',
    )
    .action(runScan);
}

async function runScan(idOrName: string, path: string | undefined, options: ScanOptions): Promise<void> {
  const summary = await withServiceWithoutTokenSecrets(async (app) => {
    const store = app.get(ScanStateStore);
    const libraries = app.get(LibrariesService);
    const library = await findLibrary(libraries, idOrName, options.kind);
    const configured = app.get<Config>(CONFIG).catalog.libraryRoots;
    const root = findRoot(library.libraryId, path, { ...(await store.listRoots()), ...configured });
    return scan(app.get(LibraryScanService), { library, root }, options);
  });
  console.log(JSON.stringify(summary, null, 2));
  if (summary.rejected > 0) process.exitCode = EXIT_REFUSED_RECORDS;
}

async function findLibrary(
  libraries: LibrariesService,
  idOrName: string,
  kind: string | undefined,
): Promise<ScanLibrary> {
  const library = await libraries.find(idOrName);
  if (library !== null) {
    const { library_id: libraryId, name, library_kind: libraryKind } = library;
    if (kind !== undefined && kind !== libraryKind) throw new CliError('--kind must be the kind that the library has.');
    return { libraryId, name, libraryKind };
  }
  if (isUuid(idOrName.trim())) {
    throw new CliError('The library does not exist. To create a library with this id, use `libraries create --id`.');
  }
  if (kind !== 'movies' && kind !== 'series') {
    throw new CliError('The library does not exist. To create it, add --kind movies or --kind series.');
  }
  const name = requireLibraryName(idOrName);
  // The id of a new library is derived from its name. A rename does not change the id.
  const libraryId = toLibraryId(name);
  const renamed = await libraries.find(libraryId);
  if (renamed !== null) throw new CliError(`The library was renamed to ${JSON.stringify(renamed.name)}.`);
  return { libraryId, name, libraryKind: kind };
}

function findRoot(libraryId: string, path: string | undefined, roots: Readonly<Record<string, string>>): string {
  const rootPath = path ?? roots[libraryId];
  if (rootPath === undefined) {
    throw new CliError('The library has no root in LIBRARY_ROOTS and was never scanned. Give its path.');
  }
  const root = resolveLibraryRoot(rootPath);
  requireSeparateRoot(libraryId, root, roots);
  return root;
}

async function scan(
  scanner: LibraryScanService,
  { library, root }: { library: ScanLibrary; root: string },
  options: ScanOptions,
): Promise<ScanSummary> {
  const log = new DiagnosticLog();
  const progress = new SingleBar({ format: '{value} files', clearOnComplete: true, noTTYOutput: false });
  const started = performance.now();
  progress.start(0, 0);
  try {
    const result = await scanner.scan(
      {
        library,
        root,
        full: options.full,
        excluded: options.exclude,
        ratingCountry: options.country,
        onProgress: ({ files }) => progress.update(files),
      },
      log,
    );
    const seconds = (performance.now() - started) / 1000;
    return {
      library,
      root,
      ...result,
      seconds: Math.round(seconds * 100) / 100,
      files_per_second: Math.round(result.files / seconds),
      diagnostics: toDiagnostics(log),
    };
  } finally {
    progress.stop();
  }
}

function toDiagnostics(log: DiagnosticLog): ScanSummary['diagnostics'] {
  return Object.entries(log.totals).map(([name, count]) => {
    const code = name as DiagnosticCode;
    const { meaning, remedy } = DIAGNOSTICS[code];
    const paths = log.findings.filter((finding: Diagnostic) => finding.code === code).map((finding) => finding.path);
    return { code, count, meaning, remedy, paths };
  });
}
