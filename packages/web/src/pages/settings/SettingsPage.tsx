import { plural, t } from '@parley/core/text/translate'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { Link, Navigate, NavLink, useLocation, useNavigate } from 'react-router'
import { findSettings, type SettingsSection, settingsSections } from '../../commands/settings-sections.ts'
import { servedAreas } from '../../data/capabilities/queries.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Loading } from '../../ui/states/Spinner.tsx'
import { NotFound, Permitted } from '../NoScreen.tsx'
import { sectionScreens } from './section-screens.tsx'
import { SearchField } from '../../ui/fields/ListSearch.tsx'
import styles from './SettingsPage.module.css'

/** From this width on the list of sections is beside the section; below, it comes first. */
const besideList = '(min-width: 1000px)'

/** Everything about the administration: a list of sections, each with an address of its own. */
export function SettingsPage() {
  const path = useLocation().pathname.replace(/\/$/, '')
  const isBeside = useMediaQuery(besideList)
  const may = useQuery(servedAreas).data?.may ?? []
  const open = settingsSections.filter(({ policy }) => may.includes(policy))
  const section = settingsSections.find(one => one.path === path)
  const first = open[0]
  if (section === undefined && path !== '/settings') return <NotFound />
  if (section === undefined && isBeside && first !== undefined) return <Navigate to={first.path} replace />
  return (
    <Grid narrow full className={styles.page}>
      {(isBeside || section === undefined) && <SectionList sections={open} />}
      {section !== undefined && (
        <Grid narrow className={styles.section}>
          <HStack as="header" gap={2} rule="bottom" className={styles.head}>
            {!isBeside && (
              <HStack
                as={Link}
                to="/settings"
                gap={1}
                inline
                size="list"
                weight={500}
                className={styles.back}
              >
                <ArrowLeft size={15} strokeWidth={1.8} aria-hidden="true" />
                {t('Settings')}
              </HStack>
            )}
            <Text as="h2" size="section" weight={600} cut>
              {section.name}
            </Text>
          </HStack>
          <Box className={styles.body}>
            <Permitted policy={section.policy}>
              <Suspense fallback={<Loading tone="muted" label={t('Loading the screen')} />}>
                {sectionScreens[section.path]}
              </Suspense>
            </Permitted>
          </Box>
        </Grid>
      )}
    </Grid>
  )
}

/** The sections that one may open, and a search of them and of single settings. Enter opens what is found first. */
function SectionList({ sections }: { readonly sections: readonly SettingsSection[] }) {
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
