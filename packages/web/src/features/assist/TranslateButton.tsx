import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { languageNames, languages } from '@parley/core/text/languages'
import foot from '../../ui/FootButton.module.css'
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx'
import { translateTo } from './translations.ts'

/** Beside a message with words: has assist translate it. */
export function TranslateButton({ message }: { message: MessageEntity }) {
  if (message.content === '' || message.revoked_at !== null) return null
  return (
    <Menu
      trigger={
        <button type="button" className={foot.button} data-translate="">
          {t('Translate')}
        </button>
      }
    >
      {languages.map(language => (
        <MenuItem key={language} onSelect={() => void translateTo(message, language)}>
          {t('To {language}', { language: languageNames[language] })}
        </MenuItem>
      ))}
    </Menu>
  )
}
