import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped } from '../common/response-bounds/bounded.decorators';
import { LINE_ERROR_CODES, type LineErrorCode } from './ingest/lines/line-error';

/** A refused line of an import. */
export class CatalogImportError {
  /** Number of the line, from 1; blank lines count. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  line: number;

  /** Error code, from a closed list. */
  @ApiProperty({ enum: Object.keys(LINE_ERROR_CODES) })
  code: LineErrorCode;

  /** Names the field and what it must be; never contains the value. */
  @Bounded()
  message: string;
}

/** Result of an import. */
export class CatalogImportResult {
  /** Records that changed something. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  accepted: number;

  /** Records that are already in the catalog, and deletions of items or libraries that do not exist. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  unchanged: number;

  /** Lines that were refused. The other lines are stored. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  rejected: number;

  /** The first refused lines, in line order. */
  @Capped(100, () => CatalogImportError)
  errors: CatalogImportError[];
}
