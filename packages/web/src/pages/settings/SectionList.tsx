import { plural, t } from '@parley/core/text/translate'
import { type KeyboardEvent, useState } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { findSettings, type SettingsSection } from '../../commands/settings-sections.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Box, Grid, Text } from '../../ui/layout/Layout.tsx'
import styles from './SectionList.module.css'

/** The sections that one may open, and a search of them and of single settings. Enter opens what is found first. */
export function SectionList({ sections }: { readonly sections: readonly SettingsSection[] }) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const isSearched = typed.trim() !== ''
  const found = findSettings(typed, sections)
  const shown = isSearched
    ? found
    : sections.map(({ path, name, words }) => ({ path, name, words, within: null }))
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = shown
    if (event.key !== 'Enter' || !isSearched || first === undefined) return
    event.preventDefault()
    void navigate(first.path)
  }
  return (
    <Grid as="nav" narrow gap={2} aria-label={t('Settings')} className={styles.list}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field inside has the keys */}
      <Box onKeyDown={onKeyDown}>
        <SearchField
          label={t('Search settings')}
          placeholder={t('Search settings')}
          value={typed}
          onChange={setTyped}
        />
      </Box>
      <Text as="p" role="status" size="meta" tone="muted" className={styles.count}>
        {isSearched && countWords(found.length)}
      </Text>
      <Grid as="ul" gap={0.5}>
        {shown.map(({ path, name, within }) => (
          <li key={`${path} ${name}`}>
            <NavLink to={path} className={styles.link ?? ''}>
              <span>{name}</span>
              {within !== null && (
                <Text size="meta" tone="muted">
                  {within}
                </Text>
              )}
            </NavLink>
          </li>
        ))}
      </Grid>
    </Grid>
  )
}

const countWords = (count: number): string =>
  count === 0
    ? t('Nothing found. Try another word.')
    : plural(count, { one: '{count} found', other: '{count} found' })
