import { ApiProperty } from '@nestjs/swagger';

/** An instant of an answer, in UTC. */
export const Time = () =>
  ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' });
export const MaybeTime = () => ApiProperty({ type: String, nullable: true, format: 'date-time' });
