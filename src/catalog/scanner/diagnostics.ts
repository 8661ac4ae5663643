/** What a scan has to say about single paths: a closed list of codes, each with what it means and what helps. */

/** `skipped`: nothing of the path is in the catalog; `doubtful`: it is, but perhaps not as meant; `info`: as it should be. */
export type DiagnosticSeverity = 'skipped' | 'doubtful' | 'info';

interface DiagnosticDefinition {
  readonly severity: DiagnosticSeverity;
  readonly meaning: string;
  readonly remedy: string;
}

/** Every code that a scan may report. Codes are never renamed. */
export const DIAGNOSTICS = {
  'ignored-name': {
    severity: 'info',
    meaning: 'A hidden file or folder, one of the operating system, or one that a configured pattern leaves out.',
    remedy: 'Nothing to do; rename it if it should be scanned.',
  },
  'unsupported-file': {
    severity: 'info',
    meaning: 'Neither a video nor a file that belongs to one.',
    remedy: 'Nothing to do; give a video one of the known extensions.',
  },
  extra: {
    severity: 'info',
    meaning: 'A trailer, sample or other extra of a title, which is no title of its own.',
    remedy: 'Nothing to do; rename the file if it is a title.',
  },
  'symlink-skipped': {
    severity: 'skipped',
    meaning: 'A symbolic link. Links are not followed, so that a scan cannot leave its root.',
    remedy: 'Put the file itself there, or make the target a library root of its own.',
  },
  'other-filesystem': {
    severity: 'skipped',
    meaning: 'A folder on another file system than the root, and the scan stays on one.',
    remedy: 'Scan without that restriction, or make the folder a library root of its own.',
  },
  'not-a-file': {
    severity: 'skipped',
    meaning: 'Neither a file nor a folder: a device, socket or pipe.',
    remedy: 'Remove it from the library.',
  },
  unreadable: {
    severity: 'skipped',
    meaning: 'The file or folder cannot be read. What the catalog has of it stays as it is.',
    remedy: 'Give the service read permission (and execute permission on folders), or check the disk.',
  },
  vanished: {
    severity: 'skipped',
    meaning: 'The file or folder disappeared while the scan ran.',
    remedy: 'Scan again when the library is at rest.',
  },
  'name-not-utf8': {
    severity: 'skipped',
    meaning: 'The name is not valid UTF-8, so that no record can hold it.',
    remedy: 'Rename it; tools such as convmv turn old encodings into UTF-8.',
  },
  'name-has-controls': {
    severity: 'skipped',
    meaning: 'The name holds control characters.',
    remedy: 'Rename it without line breaks and other control characters.',
  },
  'path-too-long': {
    severity: 'skipped',
    meaning: 'The path within the library is longer than 4,096 characters.',
    remedy: 'Shorten the names of its folders.',
  },
  'too-deep': {
    severity: 'skipped',
    meaning: 'The folder lies more than 32 levels below the library root.',
    remedy: 'Move it up.',
  },
  'too-many-files': {
    severity: 'skipped',
    meaning: 'The folder, or the series, holds more files than one scan step takes.',
    remedy: 'Spread the files over more folders.',
  },
  'zero-byte-video': {
    severity: 'skipped',
    meaning: 'The video is empty: a failed copy, or a placeholder.',
    remedy: 'Copy the file again, or remove it.',
  },
  'duplicate-name': {
    severity: 'skipped',
    meaning: 'Another file has the same name but for letter case, Unicode form or extension.',
    remedy: 'Rename one of the two; name versions of a film `Folder name - label`.',
  },
  'too-many-versions': {
    severity: 'doubtful',
    meaning: 'The item has more files than a record can list; the first ones are kept.',
    remedy: 'Spread the files over more titles.',
  },
  'no-episode-number': {
    severity: 'skipped',
    meaning: 'The name says no episode that can be believed in that place.',
    remedy: 'Name the file `Series - S01E01 - Title`, in a folder `Season 01`.',
  },
  'no-series': {
    severity: 'skipped',
    meaning: 'The file lies in the library root and its name does not begin with a series.',
    remedy: 'Put it into a folder named after the series.',
  },
  'season-mismatch': {
    severity: 'doubtful',
    meaning: 'The name of the file gives another season than its folder; the name wins.',
    remedy: 'Move the file to the folder of its season, or correct its name.',
  },
  'season-assumed': {
    severity: 'doubtful',
    meaning: 'Neither the file nor a folder names a season, so it is taken for the first.',
    remedy: 'Put the file into a folder `Season NN`, or name it with `SxxEyy`.',
  },
  'season-folder-discouraged': {
    severity: 'doubtful',
    meaning: 'The season folder has a short name, which can be mistaken for a release.',
    remedy: 'Name the folder `Season NN`, or `Specials`.',
  },
  'mixed-layout': {
    severity: 'doubtful',
    meaning: 'A series has episodes both in season folders and directly in its own folder.',
    remedy: 'Move all episodes to season folders.',
  },
  'unlabelled-version': {
    severity: 'doubtful',
    meaning:
      'The file looks like another version of its folder’s film but is not named like one, so it is a film of its own.',
    remedy: 'Name it exactly like the folder, followed by ` - ` and a label.',
  },
  'nfo-too-large': {
    severity: 'doubtful',
    meaning: 'The NFO file is larger than 1 MiB and was not read.',
    remedy: 'Shorten it; embedded pictures do not belong there.',
  },
  'nfo-malformed': {
    severity: 'doubtful',
    meaning: 'The NFO file is neither XML of a known kind nor a provider’s address, and was not used.',
    remedy: 'Write it again with the tool it came from.',
  },
  'nfo-wrong-root': {
    severity: 'doubtful',
    meaning: 'The NFO file describes another kind of item than its name says, and was not used.',
    remedy: 'Use `movie`, `tvshow`, `season` or `episodedetails` as the root, as the file’s name demands.',
  },
  'nfo-doctype': {
    severity: 'doubtful',
    meaning: 'The NFO file declares a document type. It was read without it: entities are never expanded.',
    remedy: 'Remove the declaration.',
  },
  'nfo-season-mismatch': {
    severity: 'doubtful',
    meaning: 'The NFO file numbers the episode differently than the file’s name; the name wins.',
    remedy: 'Correct the one that is wrong.',
  },
  'not-processed': {
    severity: 'skipped',
    meaning: 'The service failed to read the folder. What the catalog has of it stays as it is.',
    remedy: 'Read the log of the service, and report the error.',
  },
  'record-refused': {
    severity: 'skipped',
    meaning: 'The catalog refused the record made from the path; the count of refused records is in the result.',
    remedy: 'Read the refusal’s code, and correct the name or the NFO file.',
  },
} as const satisfies Record<string, DiagnosticDefinition>;

/** One of the closed list of codes. */
export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** One finding about one path. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** Relative to the library root, with `/`; made safe to show. */
  readonly path: string;
}

/** How many findings of one code are kept with their paths; all are counted. */
const KEPT_PER_CODE = 100;

/** Collects what a scan finds, in bounded memory. */
export class DiagnosticLog {
  private readonly kept: Diagnostic[] = [];
  private readonly counts = new Map<DiagnosticCode, number>();

  add(code: DiagnosticCode, path: string): void {
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    if (count <= KEPT_PER_CODE) this.kept.push({ code, path: toShownPath(path) });
  }

  /** The first findings of each code. */
  get findings(): readonly Diagnostic[] {
    return this.kept;
  }

  /** How often each code was found. */
  get totals(): Readonly<Partial<Record<DiagnosticCode, number>>> {
    return Object.fromEntries(this.counts);
  }
}

/** A path without characters that a terminal or a log would act upon. */
export function toShownPath(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '\uFFFD');
}
