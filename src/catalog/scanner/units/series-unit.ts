import type { NfoDocument } from '../nfo/nfo-document';
import { NfoReader, toFirstItemFields } from '../nfo/nfo-reader';
import type { ScanUnit } from '../tree/scan-unit';
import { toScannedMediaId } from './media-uuid';
import {
  type ScannedItem,
  toScannedItem,
  toTitleFields,
  type UnitItems,
  type UnitMetadata,
  type UnitReadOptions,
} from './scanned-item';
import { type CollectedEpisode, type CollectedSeries, SeriesCollector } from './series-collector';

/** Returns the series of a unit with their seasons and episodes. Reports files that are not episodes. */
export function readSeriesUnit(unit: ScanUnit, options: UnitReadOptions, metadata: UnitMetadata | null): UnitItems {
  return new SeriesUnit(unit, options, metadata).read();
}

class SeriesUnit {
  private readonly nfoReader: NfoReader;
  private readonly collector: SeriesCollector;

  constructor(
    private readonly unit: ScanUnit,
    private readonly options: UnitReadOptions,
    private readonly metadata: UnitMetadata | null,
  ) {
    this.nfoReader = new NfoReader(unit, options);
    this.collector = new SeriesCollector(unit, options, this.nfoReader);
  }

  read(): UnitItems {
    const items = this.collector.collect().flatMap((series) => this.toItems(series));
    return { items, complete: this.nfoReader.complete };
  }

  private toItems(series: CollectedSeries): ScannedItem[] {
    const { libraryId, log } = this.options;
    const seriesId = toScannedMediaId(libraryId, 'series', series.identity);
    const mainFolder = this.unit.folders[0];
    // A `tvshow.nfo` in the library root describes no series.
    const document =
      mainFolder === undefined || this.unit.names.length === 0
        ? null
        : this.nfoReader.find(mainFolder, ['tvshow'], 'tvshow');
    const seriesItem = toScannedItem(
      {
        mediaId: seriesId,
        kind: 'series',
        hierarchyFields: { library_id: libraryId },
        fileName: toTitleFields(series.name),
        nfo: toFirstItemFields(document),
        provider: this.metadata?.get('series'),
        files: [],
        path: series.path,
      },
      log,
    );
    const episodes = [...series.episodes.values()].sort((a, b) => a.season - b.season || a.episode - b.episode);
    const seasons = [...new Set(episodes.map(({ season }) => season))];
    return [
      seriesItem,
      ...seasons.map((season) => this.toSeason(series, seriesId, season)),
      ...episodes.map((episode) => this.toEpisode(series, seriesId, episode)),
    ];
  }

  private toSeason(series: CollectedSeries, seriesId: string, season: number): ScannedItem {
    const folders = this.collector.seasonFolders.get(season) ?? [];
    let document: NfoDocument | null = null;
    for (const folder of folders) document ??= this.nfoReader.find(folder, ['season'], 'season');
    return toScannedItem(
      {
        mediaId: this.childId('season', series, season),
        kind: 'season',
        hierarchyFields: { series_id: seriesId, season_number: season },
        fileName: {},
        nfo: toFirstItemFields(document),
        provider: this.metadata?.get(`season/${season}`),
        files: [],
        path: [series.path, ...(folders[0]?.names ?? [])].join('/'),
      },
      this.options.log,
    );
  }

  private toEpisode(series: CollectedSeries, seriesId: string, collected: CollectedEpisode): ScannedItem {
    const { season, episode, absolute } = collected;
    return toScannedItem(
      {
        mediaId: this.childId('episode', series, `${season}x${episode}`),
        kind: 'episode',
        hierarchyFields: {
          series_id: seriesId,
          season_id: this.childId('season', series, season),
          season_number: season,
          episode_number: episode,
          ...(absolute !== null && { absolute_number: absolute }),
        },
        fileName: collected.fileName,
        nfo: collected.nfo,
        provider: this.metadata?.get(`episode/${season}x${episode}`),
        files: collected.files,
        path: collected.files[0]?.path ?? series.path,
      },
      this.options.log,
    );
  }

  private childId(kind: 'season' | 'episode', series: CollectedSeries, number: number | string): string {
    return toScannedMediaId(this.options.libraryId, kind, [...series.identity, number]);
  }
}
