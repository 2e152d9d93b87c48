/**
 * SQL: the messages that came into one of our numbers, or the tries that left it, under these ids of WhatsApp's, for a FROM.
 * Each is looked up by its index, whatever the planner knows of the table: where it takes few rows to be of the number, it
 * would read all of them and look for the ids among those.
 * @param wamids an expression of the type text[]
 */
export const ofWamids = (table: 'messages' | 'attempts', phoneNumberId: string, wamids: string): string => `(
  select found.* from unnest(${wamids}) as given (wamid)
  cross join lateral (
    select * from ${table} i where i.phone_number_id = ${phoneNumberId} and i.wamid = given.wamid limit 1) found)`
