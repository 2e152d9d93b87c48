import { Refusal } from '../errors.ts'
import { type SettableStatus, settableStatuses } from './conversation.ts'

/**
 * Checks a status that somebody wants to set.
 * @throws Refusal conversation.invalid-status, `Invalid status: {value}`, for anything but the four
 */
export function settableStatus(value: string): SettableStatus {
  const status = settableStatuses.find(one => one === value)
  if (status === undefined) {
    const fields = { status: `must be one of ${settableStatuses.join(', ')}` }
    throw new Refusal('conversation.invalid-status', { value }, fields)
  }
  return status
}
