import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public, Unlimited } from '../auth/auth.decorators';
import { Answers } from '../common/response-bounds/answers.decorator';
import { LiveResponse, ReadyResponse } from './health.dto';
import { ReadinessService } from './readiness.service';

/** Probes for supervisors of the process and for load balancers. */
@ApiTags('ops')
@Public()
@Unlimited()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  @Get('live')
  @ApiOperation({ summary: 'Liveness: the process answers' })
  @Answers(LiveResponse)
  getLive(): LiveResponse {
    return { status: 'live' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Readiness: the service can answer requests; otherwise 503 with the results of all checks' })
  @Answers(ReadyResponse, { problems: ['overloaded'] })
  getReady(): Promise<ReadyResponse> {
    return this.readiness.getReady();
  }
}
