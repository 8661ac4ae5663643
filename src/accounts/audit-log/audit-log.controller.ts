import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, RequireAdmin } from '../../auth/auth.decorators';
import type { Principal } from '../../common/principal';
import { PageQuery } from '../../common/dto/page-query.dto';
import { Answers } from '../../common/response-bounds/answers.decorator';
import { AuditLogResponse } from './audit-log.dto';
import { AuditLogService } from './audit-log.service';

/** Administrative acts, for administrators. */
@ApiTags('accounts')
@RequireAdmin()
@Controller('admin/audit-log')
export class AuditLogController {
  constructor(private readonly service: AuditLogService) {}

  @Get()
  @ApiOperation({ summary: 'List administrative acts, newest first' })
  @Answers(AuditLogResponse, { problems: ['invalid-cursor'] })
  listAuditLog(@CurrentPrincipal() principal: Principal, @Query() query: PageQuery): Promise<AuditLogResponse> {
    return this.service.list(principal, query);
  }
}
