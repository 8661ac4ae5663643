import { type Command, Option } from 'commander';
import { LibrariesService } from '../../catalog/libraries/libraries.service';
import type { LibraryKind } from '../../database/entities/catalog/library.entity';
import { withServiceWithoutTokenSecrets } from '../service-context';

/** Adds `libraries list`, `create` and `rename`. */
export function register(program: Command): void {
  const libraries = program.command('libraries').description('Manage libraries.');
  libraries
    .command('list')
    .description('List all libraries with their ids, kinds and names, sorted by id.')
    .action(runList);
  libraries
    .command('create')
    .description('Create an empty library and print its id.')
    .argument('<name>', 'name of the library; no other library may have it')
    .addOption(new Option('--kind <kind>', 'what it contains').choices(['movies', 'series']).makeOptionMandatory())
    .option('--id <uuid>', 'its id; default: a UUID that is derived from the name')
    .action(runCreate);
  libraries
    .command('rename')
    .description('Rename a library. Its id stays the same.')
    .argument('<library>', 'id or name of the library')
    .argument('<name>', 'its new name; no other library may have it')
    .action(runRename);
}

function withLibraries(work: (libraries: LibrariesService) => Promise<void>): Promise<void> {
  return withServiceWithoutTokenSecrets((app) => work(app.get(LibrariesService)));
}

function runList(): Promise<void> {
  return withLibraries(async (libraries) => {
    for await (const { library_id: id, library_kind: kind, name } of libraries.list()) {
      console.log(`${id}  ${kind.padEnd(6)}  ${name}`);
    }
  });
}

function runCreate(name: string, { kind, id }: { kind: LibraryKind; id?: string }): Promise<void> {
  return withLibraries(async (libraries) => console.log(await libraries.create({ name, kind, libraryId: id })));
}

function runRename(idOrName: string, name: string): Promise<void> {
  return withLibraries(async (libraries) => {
    const library = await libraries.require(idOrName);
    console.log(`Renamed ${library.library_id} to ${await libraries.rename(library, name)}.`);
  });
}
