import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, CurrentPrincipal, RequireAdmin } from '../../auth/auth.decorators';
import { Answers } from '../../common/response-bounds/answers.decorator';
import type { Principal } from '../../common/principal';
import { ReadModelsResponse, RefreshAccepted, RefreshReadModelsRequest } from './read-models.dto';
import { ReadModelsService } from './read-models.service';

/** Shows the state of the read model, and queues refreshes. */
@ApiTags('ops')
@RequireAdmin()
@Controller('admin/read-models')
export class ReadModelsController {
  constructor(private readonly service: ReadModelsService) {}

  @Get()
  @ApiOperation({
    summary: 'Show the state of the read model for each library: rows by status, queue length, last error',
  })
  @Answers(ReadModelsResponse, { problems: ['conflict'] })
  getReadModels(@CurrentPrincipal() principal: Principal): Promise<ReadModelsResponse> {
    return this.service.getState(principal);
  }

  @Costs('write')
  @Post('refresh')
  @ApiOperation({ summary: 'Queue read-model rows to be derived again: of all libraries, one library or one item' })
  @Answers(RefreshAccepted, { status: 202, problems: ['invalid-media-id', 'not-found'] })
  refreshReadModels(
    @CurrentPrincipal() principal: Principal,
    @Body() request: RefreshReadModelsRequest,
  ): Promise<RefreshAccepted> {
    return this.service.requestRefresh(principal, request);
  }
}
