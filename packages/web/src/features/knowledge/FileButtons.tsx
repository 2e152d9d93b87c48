import { plural, t } from '@parley/core/text/translate'
import type { KnowledgeImport } from '@parley/core/knowledge/api'
import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { downloadKnowledge, NoKnowledgeFile, readKnowledge } from '../../data/knowledge/knowledge.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './knowledge.module.css'
import { fieldLabel } from './words.ts'

const notDownloaded = (cause: unknown) => laterFailureWords('downloadKnowledge', cause)
const notRead = (cause: unknown) =>
  cause instanceof NoKnowledgeFile ? `${cause.message}.` : laterFailureWords('readKnowledge', cause)

/** All answers as one file: what is published goes out, and what comes in becomes drafts. */
export function FileButtons() {
  const downloading = useAction(notDownloaded)
  const reading = useAction(notRead)
  const [report, setReport] = useState<KnowledgeImport | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    await reading.run(async () => setReport(await readKnowledge(file)))
    // The same file may be chosen again, once it is mended.
    if (input.current !== null) input.current.value = ''
  }
  const close = () => {
    setReport(null)
    reading.dismiss()
    downloading.dismiss()
  }
  const failure = downloading.failure ?? reading.failure
  return (
    <>
      <Button
        size="small"
        icon={<Download size={14} strokeWidth={1.8} aria-hidden="true" />}
        busy={downloading.busy}
        onClick={() => void downloading.run(downloadKnowledge)}
      >
        {t('Download')}
      </Button>
      <Button
        size="small"
        icon={<Upload size={14} strokeWidth={1.8} aria-hidden="true" />}
        busy={reading.busy}
        onClick={() => input.current?.click()}
      >
        {t('Import')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Knowledge file')}
        accept="application/json,.json"
        onChange={({ target }) => void read(target.files?.[0])}
      />
      {failure !== null && (
        <Modal
          open
          title={t('Knowledge file')}
          size="sm"
          onClose={close}
          footer={<Button onClick={close}>{t('Close')}</Button>}
        >
          <FailureNote>{failure}</FailureNote>
        </Modal>
      )}
      {report !== null && (
        <Modal
          open
          title={t('The file was imported')}
          onClose={close}
          footer={
            <Button variant="primary" onClick={close}>
              {t('Close')}
            </Button>
          }
        >
          <p>{sums(report)}</p>
          {report.wrong.length > 0 && (
            <Grid as="ul" gap={2} breaks className={styles.wrong} aria-label={t('Not imported')}>
              {report.wrong.map(({ place, title, field, problem }) => (
                <li key={place}>
                  {t('Entry {place}', { place })}
                  {title !== null && <bdi>, “{title}”</bdi>}: {fieldLabel(field)} {problem}
                </li>
              ))}
            </Grid>
          )}
        </Modal>
      )}
    </>
  )
}

/** "2 new drafts, 1 answer changed, 3 the same as here. 1 entry was not taken." */
function sums({ made, changed, same, wrong }: KnowledgeImport): string {
  const taken = [
    plural(made, { one: '{count} new draft', other: '{count} new drafts' }),
    plural(changed, {
      one: '{count} answer changed as a draft',
      other: '{count} answers changed as drafts',
    }),
    t('{same} the same as here', { same }),
  ].join(', ')
  const left =
    wrong.length === 0
      ? ''
      : plural(wrong.length, {
          one: ' {count} entry was not imported:',
          other: ' {count} entries were not imported:',
        })
  return `${t('{taken}. Customers see it only after you publish it.', { taken })}${left}`
}
