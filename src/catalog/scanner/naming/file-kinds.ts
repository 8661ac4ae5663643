/** Kinds of files that a scan distinguishes. */
export type FileKind = 'video' | 'nfo' | 'subtitle' | 'artwork' | 'other';

const VIDEO = words(`3gp asf avi divx dvr-ms f4v flv iso m2t m2ts m2v m4v mk3d mkv mov mp4 mpe mpeg mpg mts mxf
  nrg ogm ogv rec rm rmvb strm svq3 tp trp ts ty viv vob vp3 webm wmv wtv xvid`);
const SUBTITLE = words('ass idx mks sami smi srt ssa sub sup vtt');
/** Pictures and audio files. A scan does not report them as unsupported. */
const ARTWORK = words('jpg jpeg png webp gif tbn bmp avif mp3 ogg flac');

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

/** The extension in lower case without its dot, or an empty text. A leading dot is part of the name. */
function toExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The name without its extension. */
export function toBaseName(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

/** The kind of a file by its extension. */
export function toFileKind(name: string): FileKind {
  const extension = toExtension(name);
  if (VIDEO.has(extension)) return 'video';
  if (extension === 'nfo') return 'nfo';
  if (SUBTITLE.has(extension)) return 'subtitle';
  return ARTWORK.has(extension) ? 'artwork' : 'other';
}
