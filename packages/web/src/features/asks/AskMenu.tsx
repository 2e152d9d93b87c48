import { t } from '@parley/core/text/translate'
import { Contact, List, MapPin, MessageCircleQuestion, Reply } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx'
import type { AskKind } from './written-ask.ts'

const choices = [
  { kind: 'buttons', label: t('Buttons'), Icon: Reply },
  { kind: 'list', label: t('List'), Icon: List },
  { kind: 'location', label: t('Location'), Icon: MapPin },
  { kind: 'card', label: t('Contact card'), Icon: Contact },
] as const satisfies readonly { readonly kind: AskKind; readonly label: string; readonly Icon: unknown }[]

/** What else than words can be sent, beside files and templates. */
export function AskMenu({ onOpen }: { onOpen: (kind: AskKind) => void }) {
  return (
    <Menu
      side="top"
      trigger={
        <IconButton label={t('Ask or share')}>
          <MessageCircleQuestion size={16} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      }
    >
      {choices.map(({ kind, label, Icon }) => (
        <MenuItem
          key={kind}
          icon={<Icon size={15} strokeWidth={1.8} aria-hidden="true" />}
          onSelect={() => onOpen(kind)}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
