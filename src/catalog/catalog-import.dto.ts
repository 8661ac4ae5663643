import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped } from '../common/response-bounds/bounded.decorators';
import { LINE_ERROR_CODES, type LineErrorCode } from './ingest/lines/line-error';

/** A line of an import that was refused. */
export class CatalogImportError {
  /** Number of the line, from 1; blank lines count. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  line: number;

  /** Error code, from a closed list. */
  @ApiProperty({ enum: Object.keys(LINE_ERROR_CODES) })
  code: LineErrorCode;

  /** What is wrong with the line, often a field and what its value must be. Never contains the value. */
  @Bounded()
  message: string;
}

/** Result of an import. */
export class CatalogImportResult {
  /** Records that changed something. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  accepted: number;

  /**
   * Records that changed nothing, such as records that are already in the catalog, older watch states, and deletions of
   * items or libraries that do not exist.
   */
  @ApiProperty({ type: 'integer', minimum: 0 })
  unchanged: number;

  /** Lines that were refused. All other lines were applied or changed nothing. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  rejected: number;

  /** The first refused lines, in line order. */
  @Capped(100, () => CatalogImportError)
  errors: CatalogImportError[];
}
