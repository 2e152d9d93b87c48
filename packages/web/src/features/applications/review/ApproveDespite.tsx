import { plural, t } from '@parley/core/text/translate'
import {
  type OpenPoint,
  type PointName,
  quietSentence,
  unseenPoints,
} from '@parley/core/applications/open-points'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import styles from './ApproveDespite.module.css'
import { PointIcon } from './Checklist.tsx'

interface ApproveDespiteProps {
  readonly points: readonly OpenPoint[]
  /** Those that were confirmed; one that came since takes the confirmation back. */
  readonly seen: readonly PointName[]
  readonly healthOpen: boolean
  readonly disabled: boolean
  /** Whether it was to be approved without the confirmation. */
  readonly tried: boolean
  readonly onSeen: (points: readonly PointName[]) => void
  readonly onPoint: (point: OpenPoint) => void
}

/** What stands open before an application is approved, each with the way to its field, and that it is approved all the same. */
export function ApproveDespite({
  points,
  seen,
  healthOpen,
  disabled,
  tried,
  onSeen,
  onPoint,
}: ApproveDespiteProps) {
  const unseen = new Set(unseenPoints(points, seen))
  const isConfirmed = unseen.size === 0
  return (
    <Grid as="section" gap={2} size="list" className={styles.part} aria-label={t('Open points')}>
      <Text as="p" weight={600}>
        {plural(points.length, { one: 'One point is open', other: '{count} points are open' })}
      </Text>
      <ul className={styles.points}>
        {points.map(point => (
          <li key={`${point.code} ${point.field}`}>
            <HStack
              as="button"
              type="button"
              gap={2.5}
              align="start"
              className={styles.point}
              disabled={disabled}
              onClick={() => onPoint(point)}
            >
              <PointIcon severity={point.severity} />
              <Text dir="auto" flex="grow" breaks className={styles.words}>
                {healthOpen ? point.sentence : quietSentence(point)}
              </Text>
              {seen.length > 0 && unseen.has(point) && <span className={styles.fresh}>{t('new')}</span>}
            </HStack>
          </li>
        ))}
      </ul>
      <Checkbox
        label={plural(points.length, {
          one: 'Approve despite this point',
          other: 'Approve despite these {count} points',
        })}
        checked={isConfirmed}
        disabled={disabled}
        onChange={({ target }) =>
          onSeen(target.checked ? points.map(({ code, field }) => ({ code, field })) : [])
        }
      />
      <Text as="p" size="meta" tone="faint">
        {t('The history records the open points and who approved.')}
      </Text>
      {tried && (
        <FailureNote>{t('Resolve the open points, or confirm that you approve anyway.')}</FailureNote>
      )}
    </Grid>
  )
}
