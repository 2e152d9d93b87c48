import { t } from '@parley/core/text/translate'
import { languageNames, languages } from '@parley/core/text/languages'
import { FileText, Languages, PencilLine, Sparkles } from 'lucide-react'
import { useSelected } from '../../store.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import { useMark } from './use-mark.ts'
import { askSummary, type AssistedBox, assistWorkOf, draftInto, translateIn } from './work.ts'

interface ComposerPartProps {
  readonly conversationId: string
  readonly composer: AssistedBox
}

/** What assist can do for whoever writes an answer. */
export function ComposerMenu({ conversationId, composer }: ComposerPartProps) {
  'use memo'
  const { put } = useMark(conversationId, composer)
  const work = assistWorkOf(conversationId)
  const isBusy = useSelected(work, ({ doing }) => doing !== null)
  const isEmpty = useSelected(composer.draft, ({ draft }) => draft.text.trim() === '')
  return (
    <Menu
      side="top"
      trigger={
        <IconButton label={t('Assist')} aria-busy={isBusy || undefined}>
          <Sparkles size={16} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem
        icon={<PencilLine size={15} strokeWidth={1.8} aria-hidden="true" />}
        disabled={isBusy}
        onSelect={() => void draftInto(conversationId, composer, put)}
      >
        {t('Draft a reply')}
      </MenuItem>
      <MenuItem
        icon={<FileText size={15} strokeWidth={1.8} aria-hidden="true" />}
        disabled={isBusy}
        onSelect={() => void askSummary(conversationId)}
      >
        {t('Summarise')}
      </MenuItem>
      <MenuSeparator />
      <MenuGroup label={t('Translate draft to')}>
        {languages.map(language => (
          <MenuItem
            key={language}
            icon={<Languages size={15} strokeWidth={1.8} aria-hidden="true" />}
            disabled={isBusy || isEmpty}
            onSelect={() => void translateIn(conversationId, composer, language, put)}
          >
            {languageNames[language]}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  )
}
