import { t } from '../text/translate.ts'
import type { ApplicationStatus, PointOnRecord } from './application.ts'
import { ApiError } from '../errors.ts'
import { isAskable, isSameStatus } from './rules.ts'
import { type CheckedApplication, type ChecklistItem, checklist } from './checklist.ts'

/*
 * The open points of an application. An approval must name all of them. Page, status dialog, server and sample source use
 * these functions.
 */

interface Standing {
  readonly status: ApplicationStatus
}

/** An entry of the checklist that is not ok. */
export interface OpenPoint extends ChecklistItem {
  readonly severity: 'problem' | 'warning'
}

/** The identity of a point: another wrong value of the same kind is the same point. */
export interface PointName {
  readonly code: string
  readonly field: string
}

const isOpen = (item: ChecklistItem): item is OpenPoint => item.severity !== 'ok'

/** All contradictions, missing or unreadable parts and wrong values, the gravest first. */
export const openPoints = (application: CheckedApplication, now: Date): readonly OpenPoint[] =>
  checklist(application, now).filter(isOpen)

const isSame = (a: PointName, b: PointName): boolean => a.code === b.code && a.field === b.field

/** The points that are not among the seen ones. */
export const unseenPoints = (
  points: readonly OpenPoint[],
  seen: readonly PointName[],
): readonly OpenPoint[] => points.filter(point => !seen.some(one => isSame(one, point)))

/** Whether a change of status approves; the same status again does not. */
export const approves = (application: Standing, to: ApplicationStatus): boolean =>
  to === 'APPROVED' && !isSameStatus(application, to)

/** Replaces points about health if the health section is closed, and in stored and logged text. */
export const quietSentence = ({ code, sentence }: Pick<ChecklistItem, 'code' | 'sentence'>): string =>
  code === 'health.contradiction' ? t('The health section contradicts itself: open it to see how') : sentence

/** A change of status, and the open points that its agent has seen. */
interface Decision {
  readonly status: ApplicationStatus
  readonly despite?: readonly PointName[] | undefined
}

/**
 * The open points of an approval, for the record; none for every other change. A named point that is closed meanwhile is
 * left out.
 * @throws ApiError application.points-open, with `current`, if an open point was not named
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
    throw new ApiError('application.points-open', facts, undefined, { current: application })
  }
  return points.map(point => ({ code: point.code, field: point.field, sentence: quietSentence(point) }))
}

/**
 * The points that a message may ask the customer for. Documents have their own request: a file that answers a message
 * looks like any other file.
 */
export const pointsToAskFor = (application: Standing, points: readonly OpenPoint[]): readonly OpenPoint[] =>
  points.filter(({ ask, code }) => ask !== null && !(code === 'document.missing' && isAskable(application)))
