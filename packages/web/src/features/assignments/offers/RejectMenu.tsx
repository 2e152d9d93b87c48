import { maxRejectReason } from '@parley/core/assignments/constants'
import { offeredReasons, rejectWords } from '@parley/core/assignments/rules'
import { t } from '@parley/core/text/translate'
import { type ReactElement, useState } from 'react'
import { type Rejection, useBrief } from '../../../data/assignments/actions.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { Menu, MenuGroup, MenuItem } from '../../../ui/overlays/Menu.tsx'

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

type ReasonsProps = Pick<RejectMenuProps, 'conversationId' | 'onReject'> & { readonly onOther: () => void }

function Reasons({ conversationId, onReject, onOther }: ReasonsProps) {
  const { brief } = useBrief(conversationId)
  const language = brief?.language ?? null
  return (
    <MenuGroup label={t('Reject because')}>
      {offeredReasons(language).map(code => {
        const words = rejectWords(code, language)
        return (
          <MenuItem key={code} onSelect={code === 'other' ? onOther : () => onReject({ code, words })}>
            {code === 'other' ? t('Other…') : words}
          </MenuItem>
        )
      })}
    </MenuGroup>
  )
}

type OtherReasonProps = { readonly onClose: () => void; readonly onReject: (words: string) => void }

function OtherReason({ onClose, onReject }: OtherReasonProps) {
  const form = useForm({
    values: { words: '' },
    check: ({ words }, tried) => ({
      words: tried && words.trim() === '' ? t('Enter a reason') : undefined,
    }),
    send: async ({ words }) => onReject(words.trim()),
  })
  return (
    <FormDialog
      form={form}
      title={t('Why do you reject it?')}
      action={t('Reject')}
      variant="danger"
      size="sm"
      onClose={onClose}
    >
      <TextField
        label={t('Reason')}
        maxLength={maxRejectReason}
        hint={t('Your colleagues read it in the assignment history.')}
        {...form.text('words')}
      />
    </FormDialog>
  )
}
