import type { BookedServiceDto } from '@groupless/shared-dto';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A service of an appointment, with its times as they were at the booking. */
@Entity('appointment_services')
@Index('appointment_services_of_service', { synchronize: false })
export class AppointmentService {
  @ForeignKey('Appointment', { name: 'appointment_services_appointment', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'appointment_services_pkey' })
  appointment_id: string;

  /** Its place in the visit, from 1. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'appointment_services_pkey' })
  position: number;

  @ForeignKey('Service', { name: 'appointment_services_service' })
  @Column({ type: 'uuid' })
  service_id: string;

  @Column({ type: 'integer' })
  duration_minutes: number;

  @Column({ type: 'integer' })
  buffer_minutes: number;
}

/** The rows of a visit. */
export function serviceRows({
  id: appointment_id,
  services = [],
}: {
  id: string;
  services?: readonly BookedServiceDto[];
}): AppointmentService[] {
  return services.map(({ id: service_id, duration_minutes, buffer_minutes }, index) => ({
    ...{ appointment_id, position: index + 1, service_id },
    ...{ duration_minutes, buffer_minutes },
  }));
}
