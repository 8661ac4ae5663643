/** Diagnostics of a scan: a closed list of codes, each with its meaning and a remedy. */

/** Every diagnostic code. Codes are never renamed. */
export const DIAGNOSTICS = {
  'ignored-name': {
    meaning:
      'A hidden file or folder, a file or folder of the operating system, or a name that a configured pattern excludes.',
    remedy: 'None; rename it if it should be scanned.',
  },
  'unsupported-file': {
    meaning: 'Neither a video nor a file that belongs to a video.',
    remedy: 'None; give a video one of the known extensions.',
  },
  extra: {
    meaning: 'A trailer, sample or other extra, which is not a title of its own.',
    remedy: 'None; rename the file if it is a title.',
  },
  'symlink-skipped': {
    meaning: 'A symbolic link. Links are not followed, so that a scan cannot leave its root.',
    remedy: 'Put the file itself there, or make the target a separate library root.',
  },
  'not-a-file': {
    meaning: 'Neither a file nor a folder: a device, socket or pipe.',
    remedy: 'Remove it from the library.',
  },
  unreadable: {
    meaning: 'The file or folder cannot be read. Its items in the catalog stay unchanged.',
    remedy: 'Give the service read permission (and execute permission on folders), or check the disk.',
  },
  vanished: {
    meaning: 'The file or folder disappeared while the scan ran.',
    remedy: 'Scan again when no files are being moved.',
  },
  'name-not-utf8': {
    meaning: 'The name is not valid UTF-8, so it cannot be stored.',
    remedy: 'Rename it; tools such as convmv convert names to UTF-8.',
  },
  'name-has-controls': {
    meaning: 'The name contains control characters.',
    remedy: 'Rename it without line breaks and other control characters.',
  },
  'path-too-long': {
    meaning:
      'The path within the library is longer than 4,096 characters, or that of a folder longer than 2,600 bytes in UTF-8.',
    remedy: 'Shorten the names of its folders.',
  },
  'too-deep': {
    meaning: 'The folder is more than 32 levels below the library root.',
    remedy: 'Move it to a higher level.',
  },
  'too-many-files': {
    meaning: 'The folder or series has more files than a scan reads. The other files are not imported.',
    remedy: 'Spread the files over more folders.',
  },
  'zero-byte-video': {
    meaning: 'The video is empty, for example a failed copy or a placeholder.',
    remedy: 'Copy the file again, or remove it.',
  },
  'duplicate-name': {
    meaning: 'Another file or folder has the same name except for Unicode form, extension or part number.',
    remedy: 'Rename one of them. If it is a version of the film, give it the name `Folder name - label`.',
  },
  'disc-skipped': {
    meaning:
      'The folder contains a disc, and a video that has the name of the folder. Only the video is in the catalog.',
    remedy: 'Put the disc into a folder of its own, or remove the video.',
  },
  'disc-in-root': {
    meaning: 'The disc is directly in the root of the library, so no folder names its film. It is not in the catalog.',
    remedy: 'Put the disc into a folder with the title of the film.',
  },
  'date-conflict': {
    meaning: 'The date of another file of the season differs only in the year, so both have the same episode number.',
    remedy: 'Put each year into a season folder of its own, such as `Season 2017`.',
  },
  'too-many-versions': {
    meaning: 'The item has more files than a record can list. Only the first ones are kept.',
    remedy: 'Spread the files over more titles.',
  },
  'no-episode-number': {
    meaning: 'The name has no episode number that is plausible in its folder.',
    remedy: 'Name the file `Series - S01E01 - Title`, in a folder `Season 01`.',
  },
  'no-series': {
    meaning: 'The file is in the library root, and its name has no series title followed by an episode number.',
    remedy: 'Put it into a folder named after the series.',
  },
  'season-mismatch': {
    meaning: 'The file name and the folder give different seasons. The season of the file name is used.',
    remedy: 'Move the file to the folder of its season, or correct its name.',
  },
  'season-assumed': {
    meaning: 'Neither the file nor a folder names a season, so season 1 is assumed.',
    remedy: 'Put the file into a folder `Season NN`, or name it with `SxxEyy`.',
  },
  'season-folder-discouraged': {
    meaning: 'The name of the season folder is only a number, or contains a short form such as `S01`.',
    remedy: 'Name the folder `Season NN`, or `Specials`.',
  },
  'mixed-layout': {
    meaning: 'A series has episodes both in season folders and outside of them.',
    remedy: 'Move all episodes to season folders.',
  },
  'unlabelled-version': {
    meaning:
      'The file looks like another version of its folder’s film but is not named as a version, so it becomes a separate film.',
    remedy: 'Name it exactly like the folder, followed by ` - ` and a label.',
  },
  'nfo-too-large': {
    meaning: 'The NFO file is larger than 1 MiB and was not read.',
    remedy: 'Shorten it, for example by removing embedded pictures.',
  },
  'nfo-malformed': {
    meaning: 'The NFO file is neither XML of a known kind nor the URL of a provider, and was not used.',
    remedy: 'Create it again with the tool that wrote it.',
  },
  'nfo-wrong-root': {
    meaning: 'The NFO file describes another kind of item than its file name requires, and was not used.',
    remedy: 'Use `movie`, `tvshow`, `season` or `episodedetails` as the root element, depending on the file name.',
  },
  'nfo-doctype': {
    meaning: 'The NFO file declares a document type. The declaration was ignored, because entities are never expanded.',
    remedy: 'Remove the declaration.',
  },
  'nfo-season-mismatch': {
    meaning: 'The NFO file and the file name give different season or episode numbers. The file name is used.',
    remedy: 'Correct the wrong one.',
  },
  'not-processed': {
    meaning: 'The service failed to process the folder. Its items in the catalog stay unchanged.',
    remedy: 'Look up the error in the log, and report it.',
  },
  'record-refused': {
    meaning: 'The catalog refused the record made from the path. The result contains the number of refused records.',
    remedy: 'Correct the name or the NFO file.',
  },
} as const satisfies Record<string, { readonly meaning: string; readonly remedy: string }>;

/** A diagnostic code, from the closed list. */
export type DiagnosticCode = keyof typeof DIAGNOSTICS;
