import type { ApplicationStatus, PointOnRecord } from './application.ts'
import { Refusal } from '../errors.ts'
import { isAskable, isSameStatus } from './rules.ts'
import { type CheckedApplication, type ChecklistItem, checklist } from './checklist.ts'

/*
 * What stands open in an application, and that nobody approves it without having seen all of it. The page, the window that
 * sets a status, the server and the sample source go by these functions alone.
 */

interface Standing {
  readonly status: ApplicationStatus
}

/** An entry of the checklist that is not all right. */
export interface OpenPoint extends ChecklistItem {
  readonly severity: 'problem' | 'warning'
}

/** What a point is known by: a value that is wrong in the same way stays the same point. */
export interface PointName {
  readonly code: string
  readonly field: string
}

const isOpen = (item: ChecklistItem): item is OpenPoint => item.severity !== 'ok'

/** Everything that contradicts itself, is missing, cannot be read or is not as it has to be; the gravest first. */
export const openPoints = (application: CheckedApplication, now: Date): readonly OpenPoint[] =>
  checklist(application, now).filter(isOpen)

const isSame = (a: PointName, b: PointName): boolean => a.code === b.code && a.field === b.field

/** The points that are not among those that somebody has seen. */
export const unseenPoints = (
  points: readonly OpenPoint[],
  seen: readonly PointName[],
): readonly OpenPoint[] => points.filter(point => !seen.some(one => isSame(one, point)))

/** Whether a change of status decides for the application, so that what stands open matters; the same again decides nothing. */
export const approves = (application: Standing, to: ApplicationStatus): boolean =>
  to === 'APPROVED' && !isSameStatus(application, to)

/** What is said of health where the health section is closed, and in what is kept or logged. */
export const quietSentence = ({ code, sentence }: Pick<ChecklistItem, 'code' | 'sentence'>): string =>
  code === 'health.contradiction' ? 'The health section contradicts itself: open it to see how' : sentence

/** A change of status, and the points that its agent has seen and sets it despite. */
export interface Decision {
  readonly status: ApplicationStatus
  readonly despite?: readonly PointName[] | undefined
}

/**
 * The points that an approval is given despite, as they go on record; none for every other change. What was named and does
 * not stand open any more is left out.
 * @throws Refusal application.points-open, with the application as `current`, where one stands open that was not named
 */
export function despitePoints(
  application: CheckedApplication & Standing,
  { status, despite = [] }: Decision,
  now: Date,
): readonly PointOnRecord[] {
  if (!approves(application, status)) return []
  const points = openPoints(application, now)
  const unseen = unseenPoints(points, despite)
  if (unseen.length > 0) {
    const facts = { count: unseen.length, points: unseen.map(quietSentence).join('; ') }
    throw new Refusal('application.points-open', facts, undefined, { current: application })
  }
  return points.map(point => ({ code: point.code, field: point.field, sentence: quietSentence(point) }))
}

/**
 * The points of which a customer can be asked in words. A document that a click of its own asks for is none of them,
 * since a file that comes for words is not known to be meant.
 */
export const pointsToAskFor = (application: Standing, points: readonly OpenPoint[]): readonly OpenPoint[] =>
  points.filter(({ ask, code }) => ask !== null && !(code === 'document.missing' && isAskable(application)))
