import { offeredReasons, rejectWords } from '@parley/core/assignments/rules'
import { maxRejectReason } from '@parley/core/assignments/constants'
import type { Language } from '@parley/core/text/languages'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import type { Rejection } from '../../../data/assignments/actions.ts'
import { useBrief } from '../../../data/assignments/brief.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, MenuGroup, MenuItem } from '../../../ui/overlays/Menu.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'

interface RejectMenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly conversationId: string
  /** The press that asked for the menu came before its code did. */
  readonly openAtOnce?: boolean
  readonly onReject: (rejection: Rejection) => void
}

/** Why an offer is rejected: one tap of a few reasons, or a word of one's own. */
export function RejectMenu({ trigger, conversationId, openAtOnce = false, onReject }: RejectMenuProps) {
  const [isOther, setOther] = useState(false)
  return (
    <>
      <Menu trigger={trigger} side="top" defaultOpen={openAtOnce}>
        <Reasons conversationId={conversationId} onReject={onReject} onOther={() => setOther(true)} />
      </Menu>
      {isOther && (
        <OtherReason
          onClose={() => setOther(false)}
          onReject={words => {
            setOther(false)
            onReject({ code: 'other', words })
          }}
        />
      )}
    </>
  )
}

interface ReasonsProps extends Pick<RejectMenuProps, 'conversationId' | 'onReject'> {
  readonly onOther: () => void
}

function Reasons({ conversationId, onReject, onOther }: ReasonsProps) {
  const { brief } = useBrief(conversationId)
  const language: Language | null = brief?.language ?? null
  return (
    <MenuGroup label="Reject because">
      {offeredReasons(language).map(code => {
        if (code === 'other')
          return (
            <MenuItem key={code} onSelect={onOther}>
              Other…
            </MenuItem>
          )
        const words = rejectWords(code, language)
        return (
          <MenuItem key={code} onSelect={() => onReject({ code, words })}>
            {words}
          </MenuItem>
        )
      })}
    </MenuGroup>
  )
}

type OtherReasonProps = { readonly onClose: () => void; readonly onReject: (words: string) => void }

function OtherReason({ onClose, onReject }: OtherReasonProps) {
  const [words, setWords] = useState('')
  const [missing, setMissing] = useState(false)
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() === '') setMissing(true)
    else onReject(words.trim())
  }
  return (
    <Modal
      open
      onClose={onClose}
      title="Why do you reject it?"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" type="submit" form={form}>
            Reject it
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label="Reason"
          value={words}
          maxLength={maxRejectReason}
          hint="Your colleagues read it in the assignment history."
          error={missing && words.trim() === '' ? 'Say why in a word or two' : undefined}
          onChange={event => setWords(event.target.value)}
        />
      </form>
    </Modal>
  )
}
