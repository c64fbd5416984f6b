/**
 * SQL: the services of a visit, in their order, as JSON. Written out where lists read many visits: starting a function for each row
 * takes as long as the rest of the row.
 * @param appointment an expression for the id of the appointment
 */
export const bookedServices = (appointment: string) => `(
        select coalesce(json_agg(json_build_object(
                 'id', booked.service_id, 'name', (select s.name from services as s where s.id = booked.service_id),
                 'duration_minutes', booked.duration_minutes, 'buffer_minutes', booked.buffer_minutes)
               order by booked.position), '[]')
        from appointment_services as booked where booked.appointment_id = ${appointment})`;

/**
 * SQL: the name of the room that a visit takes, as it is now.
 * @param room_id an expression for the id of the room
 */
export const roomName = (room_id: string) => `(select r.name from resources as r where r.id = ${room_id})`;
