import { t } from '@parley/core/text/translate'
import type { ApplicationEntity, ProvenanceEntity } from '@parley/core/applications/application'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../../data/session/session.ts'
import { classNames } from '../../../../ui/hooks/class-names.ts'
import { Grid, HStack, Text } from '../../../../ui/layout/Layout.tsx'
import { Popover } from '../../../../ui/overlays/Popover.tsx'
import { useNow } from '../../../../ui/hooks/use-now.ts'
import styles from './ProvenanceMark.module.css'
import {
  type CommonSource,
  commonSource,
  provenanceMark,
  provenanceSentence,
  sourceLabel,
} from './provenance-words.ts'

/** One value and where it came from. */
export interface Origin {
  readonly label: string
  readonly from: ProvenanceEntity
}

interface ProvenanceMarkProps {
  /** Whose values; the popover's title. */
  readonly of: string
  readonly origins: readonly Origin[]
  readonly files: readonly AttachmentEntity[]
  /** What the section says already: seen while the row is pointed at or has the focus; on touch a sign to press. */
  readonly quiet?: boolean
  /** Where there is little room: the source without the time. */
  readonly short?: boolean
  /** Shows a document of the application. */
  readonly onDocument: (id: string) => void
}

/** Where a value came from, in a few quiet words; pressed, the whole of it and the way there. */
export function ProvenanceMark(props: ProvenanceMarkProps) {
  const { of, origins, files, quiet = false, short = false, onDocument } = props
  const [open, setOpen] = useState(false)
  const now = useNow()
  const viewerId = useSession()?.user.id ?? null
  const [first] = origins
  if (first === undefined) return null
  const sources = new Set(origins.map(({ from }) => sourceLabel(from, files, viewerId)))
  const one = short
    ? sourceLabel(first.from, files, viewerId)
    : provenanceMark(first.from, files, viewerId, now)
  const words = sources.size > 1 ? t('{size} sources', { size: sources.size }) : one
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={of}
      trigger={
        <Text
          as="button"
          type="button"
          size="meta"
          tone="faint"
          cut
          digits
          className={classNames(styles.mark, quiet && styles.quiet)}
          aria-label={t('{words}: where {of} came from', { words, of })}
        >
          {quiet && <Info size={14} strokeWidth={1.8} aria-hidden="true" className={styles.sign} />}
          <span className={styles.words}>{words}</span>
        </Text>
      }
    >
      <Grid as="ul" gap={2.5} size="list" className={styles.origins}>
        {origins.map(({ label, from }) => (
          <li key={label}>
            {origins.length > 1 && (
              <Text as="p" weight={500}>
                {label}
              </Text>
            )}
            <p>{provenanceSentence(from, files)}</p>
            <HStack as="p" align="stretch" wrap className={styles.ways}>
              {from.conversation_id !== null && from.message_id !== null && (
                <Link
                  to={`/conversations/${from.conversation_id}?message=${encodeURIComponent(from.message_id)}`}
                >
                  {t('Show the message')}
                </Link>
              )}
              {from.document_id !== null && (
                <Text
                  as="button"
                  type="button"
                  tone="accent"
                  className={styles.way}
                  onClick={() => {
                    setOpen(false)
                    onDocument(from.document_id ?? '')
                  }}
                >
                  {t('Show the document')}
                </Text>
              )}
            </HStack>
          </li>
        ))}
      </Grid>
    </Popover>
  )
}

/** On a section's line: where its values came from, but for those that say otherwise. */
export const SourceNote = ({ common }: { common: CommonSource | null }) =>
  common === null ? null : (
    <Text flex="shrink" size="meta" tone="faint" breaks className={styles.note}>
      {common.words}
    </Text>
  )

/** Where the values of a section of an application came from, by the section's name. */
export function useCommonSource({
  provenance,
  attachments,
}: Pick<ApplicationEntity, 'provenance' | 'attachments'>): (section: string) => CommonSource | null {
  const now = useNow()
  const viewerId = useSession()?.user.id ?? null
  return section => {
    const origins = Object.entries(provenance).flatMap(([path, from]) =>
      path.startsWith(`${section}.`) ? [from] : [],
    )
    return commonSource(origins, attachments, viewerId, now)
  }
}
