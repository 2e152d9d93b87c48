import { t } from '@parley/core/text/translate'
import { hasTypedWords } from '@parley/core/text/fold'
import { useState } from 'react'
import { type CommandId, commandIds, commandOf, type Place, places } from '../../commands/catalogue.ts'
import { choose, useChoice } from '../../data/session/preferences.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { SearchField } from '../../ui/fields/ListSearch.tsx'
import { KeyMarks } from '../../ui/marks/KeyMarks.tsx'
import styles from './KeysDialog.module.css'

/** Every command with its keys, to be searched by name; and whether single letters are commands. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('')
  const letters = useChoice('letterKeys')
  const found = commandIds.filter(id => hasTypedWords(commandOf(id).name, search))
  return (
    <Modal
      open
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      size="xl"
      actions={
        <div className={styles.find}>
          <SearchField
            label={t('Find a shortcut')}
            placeholder={t('Find a shortcut')}
            value={search}
            onChange={setSearch}
          />
        </div>
      }
      footer={
        <HStack gap={2} justify="between" wrap flex="grow" size="meta" tone="muted">
          <p>{t('Single-letter shortcuts do not work while you type. In the composer, press Esc first.')}</p>
          <Checkbox
            label={t('Use single-letter shortcuts')}
            checked={letters === 'on'}
            onChange={event => choose('letterKeys', event.target.checked ? 'on' : 'off')}
          />
        </HStack>
      }
    >
      <ScrollBox label={t('Commands')}>
        <div className={styles.places}>
          {places.map(place => (
            <Group key={place} place={place} ids={found.filter(id => commandOf(id).place === place)} />
          ))}
        </div>
      </ScrollBox>
      {found.length === 0 && <p role="status">{t('No shortcut found.')}</p>}
    </Modal>
  )
}

function Group({ place, ids }: { place: Place; ids: readonly CommandId[] }) {
  if (ids.length === 0) return null
  return (
    <section aria-label={t(place)} className={styles.group}>
      <h3 className={styles.title}>{t(place)}</h3>
      <dl>
        {ids.map(id => (
          <HStack key={id} gap={3} justify="between" size="list" tone="muted" className={styles.row}>
            <dt>{commandOf(id).name}</dt>
            <dd className={styles.ways}>
              {commandOf(id).keys.map(keys => (
                <KeyMarks key={keys.join(' ')} keys={keys} />
              ))}
            </dd>
          </HStack>
        ))}
      </dl>
    </section>
  )
}
