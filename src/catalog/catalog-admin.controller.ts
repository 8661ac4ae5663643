import { Controller, Delete, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Costs, CurrentPrincipal, RequireScope } from '../auth/auth.decorators';
import { requirePathMediaId, requireUuid } from '../common/problems/required-ids';
import type { Principal } from '../common/principal';
import { Answers } from '../common/response-bounds/answers.decorator';
import { StreamedBody } from '../common/request-body/body.decorators';
import { CatalogAdminService } from './catalog-admin.service';
import { CatalogImportResult } from './catalog-import.dto';

/**
 * Routes that write to the catalog. They require the scope `catalog:write`; imports also accept `watch-states:write`.
 * Administrators have both scopes.
 */
@ApiTags('catalog')
@RequireScope('catalog:write')
@Costs('write')
@Controller('admin/catalog')
export class CatalogAdminController {
  constructor(private readonly service: CatalogAdminService) {}

  @Costs('import')
  @RequireScope('catalog:write', 'watch-states:write')
  @Post('import')
  @StreamedBody('application/x-ndjson')
  @ApiOperation({
    summary: 'Import records as NDJSON; invalid lines are reported by number, valid lines are stored',
  })
  @ApiBody({ schema: { type: 'string', format: 'binary' }, description: 'Newline-delimited JSON in UTF-8.' })
  @Answers(CatalogImportResult, { problems: ['payload-too-large', 'unsupported-media-type', 'overloaded'] })
  importCatalog(@CurrentPrincipal() principal: Principal, @Req() request: Request): Promise<CatalogImportResult> {
    // The stream stays open when the import stops early, so that the client still gets the error response.
    return this.service.import(principal, request.iterator({ destroyOnReturn: false }));
  }

  @Delete('items/:media_id')
  @ApiOperation({ summary: 'Delete an item with its seasons and episodes' })
  @Answers(null, { problems: ['invalid-media-id', 'not-found'] })
  removeItem(@CurrentPrincipal() principal: Principal, @Param('media_id') mediaId: string): Promise<void> {
    return this.service.removeItem(principal, requirePathMediaId(mediaId));
  }

  @Delete('libraries/:library_id')
  @ApiOperation({ summary: 'Delete a library with all its items' })
  @Answers(null, { problems: ['invalid-request', 'not-found'] })
  removeLibrary(@CurrentPrincipal() principal: Principal, @Param('library_id') text: string): Promise<void> {
    return this.service.removeLibrary(principal, requireUuid(text, 'library_id'));
  }
}
