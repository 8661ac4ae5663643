import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, CurrentPrincipal } from '../../auth/auth.decorators';
import type { Principal } from '../../common/principal';
import { Answers } from '../../common/response-bounds/answers.decorator';
import { WatchStateRequest, WatchStateResponse } from './watch-state.dto';
import { WatchStateService } from './watch-state.service';

/** Routes for the watch states of the caller. */
@ApiTags('catalog')
@Costs('write')
@Controller('watch-states')
export class WatchStateController {
  constructor(private readonly service: WatchStateService) {}

  @Put(':media_id')
  @ApiOperation({ summary: 'Set the watch state of a movie or an episode' })
  @Answers(WatchStateResponse, { problems: ['invalid-media-id', 'not-found', 'conflict'] })
  setWatchState(
    @CurrentPrincipal() principal: Principal,
    @Param('media_id') mediaId: string,
    @Body() request: WatchStateRequest,
  ): Promise<WatchStateResponse> {
    return this.service.write(principal, mediaId, request);
  }

  @Delete(':media_id')
  @ApiOperation({ summary: 'Delete the watch state of a movie or an episode' })
  @Answers(null, { problems: ['invalid-media-id', 'not-found'] })
  deleteWatchState(@CurrentPrincipal() principal: Principal, @Param('media_id') mediaId: string): Promise<void> {
    return this.service.remove(principal, mediaId);
  }
}
