import { t } from '@parley/core/text/translate'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { type CsvValue, csvName, csvText } from './csv.ts'
import { FailureNote } from '../states/FailureNote.tsx'
import { offerFile } from './offer-file.ts'

type CsvButtonProps = {
  /** The table's name: the file begins with it, and the button's accessible name holds it. */
  of: string
  /** What the table is of, for the file's name: days, or a person. */
  parts: readonly string[]
  header: readonly string[]
  /** Every row of the table, not only those on the screen; a promise where they are still to be fetched. */
  rows: () => readonly (readonly CsvValue[])[] | Promise<readonly (readonly CsvValue[])[]>
}

/** "Download CSV" of a whole table. */
export function CsvButton({ of, parts, header, rows }: CsvButtonProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const text = csvText(header, await rows())
      offerFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), csvName(of, ...parts))
    } catch (cause) {
      setFailure(
        t('The table could not be downloaded: {message}.', {
          message: cause instanceof Error ? cause.message : t('unknown reason'),
        }),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        icon={<Download size={14} strokeWidth={1.8} aria-hidden="true" />}
        aria-label={t('Download CSV: {of}', { of })}
        onClick={() => !busy && void save()}
      >
        {t('CSV')}
      </Button>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </>
  )
}
