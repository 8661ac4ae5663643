import type { CatalogFile } from '../../../database/entities/catalog/media-item.entity';
import { toComparisonKey } from '../naming/comparison-key';
import { toBaseName } from '../naming/file-kinds';
import { findSeasonFolder } from '../naming/folders/season-folder';
import { type SeriesPath, toSeriesPath } from '../naming/folders/series-path';
import type { TitleName } from '../naming/title-name';
import { type NfoDocument, type NfoItem, UNREAD_NFO } from '../nfo/nfo-document';
import type { NfoReader } from '../nfo/nfo-reader';
import type { ListedFile } from '../tree/folder-listing';
import type { ScanUnit, UnitFolder } from '../tree/scan-unit';
import type { MetadataFields } from './metadata-fields';
import type { UnitReadOptions } from './scanned-item';

type EpisodePath = Extract<SeriesPath, { kind: 'episode' }>;
type UnknownPath = Extract<SeriesPath, { kind: 'unknown' }>;
type EpisodeNumbers = EpisodePath['name']['episodes'];

/** An episode with the files that contain it. Each other field comes from the first file that has it. */
export interface CollectedEpisode {
  readonly season: number;
  readonly episode: number;
  /** Number of the episode across all seasons; null if unknown, or if the file contains several episodes. */
  readonly absolute: number | null;
  /** Metadata from the name of the file. */
  readonly fileName: MetadataFields;
  /** Undefined if no NFO file describes the episode; null if the NFO file could not be read. */
  readonly nfo?: MetadataFields | null;
  readonly files: CatalogFile[];
}

/** A series with its episodes. */
export interface CollectedSeries {
  readonly name: TitleName;
  /** Identifies the series within the library. */
  readonly identity: readonly string[];
  /** Keys are `<season>x<episode>`. */
  readonly episodes: Map<string, CollectedEpisode>;
  /** For diagnostics: the series folder, or the title of a series in the library root. */
  readonly path: string;
  hasEpisodeInSeasonFolder: boolean;
  hasEpisodeOutsideSeasonFolder: boolean;
}

/** Collects the series and episodes of a unit from its names and NFO files. Reports files that are not episodes. */
export class SeriesCollector {
  readonly seasonFolders = new Map<number, UnitFolder[]>();
  private readonly series = new Map<string, CollectedSeries>();
  /** The years in the names of the videos in the library root, by the comparison key of the series title. */
  private readonly yearsByTitle = new Map<string, Set<number>>();

  constructor(
    private readonly unit: ScanUnit,
    private readonly options: UnitReadOptions,
    private readonly nfoReader: NfoReader,
  ) {}

  collect(): CollectedSeries[] {
    if (this.unit.names.length === 0) this.collectYears();
    for (const folder of this.unit.folders) {
      for (const video of folder.videos) this.addVideo(folder, video);
      this.addSeasonFolder(folder);
    }
    const allSeries = [...this.series.values()];
    for (const { hasEpisodeInSeasonFolder, hasEpisodeOutsideSeasonFolder, path } of allSeries) {
      if (hasEpisodeInSeasonFolder && hasEpisodeOutsideSeasonFolder) this.options.log.add('mixed-layout', path);
    }
    return allSeries;
  }

  private collectYears(): void {
    for (const { name } of this.unit.folders.flatMap(({ videos }) => videos)) {
      const parsed = toSeriesPath([name]);
      if (parsed.kind !== 'episode' || parsed.series.year === null) continue;
      const key = toComparisonKey(parsed.series.title);
      this.yearsByTitle.set(key, (this.yearsByTitle.get(key) ?? new Set()).add(parsed.series.year));
    }
  }

  private addSeasonFolder(folder: UnitFolder): void {
    const parsed = findSeasonFolder(folder.names.at(-1) ?? '');
    if (parsed !== null) {
      const folders = this.seasonFolders.get(parsed.season);
      if (folders === undefined) this.seasonFolders.set(parsed.season, [folder]);
      else folders.push(folder);
    }
    if (folder.videos.length > 0 && parsed?.discouraged === true) {
      this.options.log.add('season-folder-discouraged', [...this.unit.names, ...folder.names].join('/'));
    }
  }

  private addVideo(folder: UnitFolder, video: ListedFile): void {
    const { log, acceptEmpty } = this.options;
    const names = [...this.unit.names, ...folder.names, video.name];
    const path = names.join('/');
    const parsed = toSeriesPath(names);
    if (parsed.kind === 'extra') return log.add('extra', path);
    if (video.sizeBytes === 0 && !acceptEmpty) return log.add('zero-byte-video', path);
    const document = this.nfoReader.find(folder, [toBaseName(video.name)], 'episodedetails');
    const file = { path, size_bytes: video.sizeBytes };
    if (parsed.kind === 'unknown') return this.addByNfo(parsed, document, file);
    const { name } = parsed;
    if (name.seasonMismatch) log.add('season-mismatch', path);
    if (name.seasonAssumed) log.add('season-assumed', path);
    const series = this.getOrAddSeries(parsed.series, parsed.folder, parsed.isOutsideSeasonFolder);
    this.reportMismatch(document, name.episodes, path);
    for (const [index, number] of name.episodes.entries()) {
      this.addEpisode(series, number, { name, nfo: findNfoFields(document, name.episodes, index), file });
    }
  }

  /** Adds a file by its NFO file, if this is readable. Reports a file that has no episode number or no series. */
  private addByNfo(
    { series, isOutsideSeasonFolder }: UnknownPath,
    document: NfoDocument | null,
    file: CatalogFile,
  ): void {
    if (document === UNREAD_NFO) return;
    const numbered = (document?.items ?? []).flatMap(({ season, episode, fields }) =>
      season === null || episode === null ? [] : [{ number: { season, episode }, fields }],
    );
    const [folder] = this.unit.names;
    if (series === null || folder === undefined || numbered.length === 0) {
      return this.options.log.add(series === null ? 'no-series' : 'no-episode-number', file.path);
    }
    for (const { number, fields } of numbered) {
      const source = { name: null, nfo: fields, file };
      this.addEpisode(this.getOrAddSeries(series, folder, isOutsideSeasonFolder), number, source);
    }
  }

  /** Reports an NFO file with episode numbers that are not in the file name. */
  private reportMismatch(document: NfoDocument | null, numbers: EpisodeNumbers, path: string): void {
    const differs = (document?.items ?? []).some(({ season, episode }) => {
      if (season === null || episode === null) return false;
      return !numbers.some((number) => number.season === season && number.episode === episode);
    });
    if (differs) this.options.log.add('nfo-season-mismatch', path);
  }

  private getOrAddSeries(name: TitleName, folder: string | null, isOutsideSeasonFolder: boolean): CollectedSeries {
    const identity = folder === null ? this.identityInRoot(name) : ['folder', folder];
    const key = identity.join('\0');
    const series = this.series.get(key) ?? this.addSeries(key, name, identity, folder);
    if (isOutsideSeasonFolder) series.hasEpisodeOutsideSeasonFolder = true;
    else series.hasEpisodeInSeasonFolder = true;
    return series;
  }

  /** Returns the identity of a series in the root. Contains the year only if videos of the title differ in it. */
  private identityInRoot({ title, year }: TitleName): string[] {
    const key = toComparisonKey(title);
    const hasSeveralYears = (this.yearsByTitle.get(key)?.size ?? 0) > 1;
    return hasSeveralYears && year !== null ? ['root', key, String(year)] : ['root', key];
  }

  private addSeries(key: string, name: TitleName, identity: string[], folder: string | null): CollectedSeries {
    const created: CollectedSeries = {
      name,
      identity,
      episodes: new Map(),
      path: folder ?? name.title,
      hasEpisodeInSeasonFolder: false,
      hasEpisodeOutsideSeasonFolder: false,
    };
    this.series.set(key, created);
    return created;
  }

  private addEpisode(
    series: CollectedSeries,
    { season, episode }: EpisodeNumbers[number],
    source: { name: EpisodePath['name'] | null; nfo: MetadataFields | null | undefined; file: CatalogFile },
  ): void {
    const key = `${season}x${episode}`;
    const existing = series.episodes.get(key);
    const { name, nfo, file } = source;
    const { title, date } = existing?.fileName ?? {};
    const airDate = name?.airDate ?? undefined;
    if (date !== undefined && airDate !== undefined && date !== airDate) {
      return this.options.log.add('date-conflict', file.path);
    }
    const absolute = name === null || name.episodes.length > 1 ? null : name.absoluteNumber;
    const files = existing?.files ?? [];
    // The same file comes twice if its NFO file repeats the episode.
    if (files.at(-1) !== file) files.push(file);
    // Another file of the same episode is another version, and gives the fields that the first one lacks.
    series.episodes.set(key, {
      season,
      episode,
      absolute: existing?.absolute ?? absolute,
      fileName: { title: title ?? name?.title ?? undefined, date: date ?? airDate },
      nfo: existing?.nfo === undefined ? nfo : existing.nfo,
      files,
    });
  }
}

/**
 * Returns the fields of the episode `numbers[index]` in the NFO file of a video. Takes them from the item with the
 * number of the episode. If there is none, takes them from the item at `index`, unless it has the number of another
 * episode of the video. Returns null for `UNREAD_NFO`; undefined if the file has no such item, or if there is no file.
 */
function findNfoFields(
  document: NfoDocument | null,
  numbers: EpisodeNumbers,
  index: number,
): MetadataFields | null | undefined {
  if (document === UNREAD_NFO) return null;
  const number = numbers[index];
  if (document === null || number === undefined) return undefined;
  const atIndex = document.items[index];
  const isOther = atIndex !== undefined && numbers.some((other) => hasNumber(atIndex, other));
  const item = document.items.find((candidate) => hasNumber(candidate, number)) ?? (isOther ? undefined : atIndex);
  return item?.fields;
}

function hasNumber({ season, episode }: NfoItem, number: EpisodeNumbers[number]): boolean {
  return episode === number.episode && (season ?? number.season) === number.season;
}
