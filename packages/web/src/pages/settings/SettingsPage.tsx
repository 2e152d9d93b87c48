import { t } from '@parley/core/text/translate'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { settingsSections } from '../../commands/settings-sections.ts'
import { servedAreas } from '../../data/capabilities/queries.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { Box, Center, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { NotFound } from '../NotFoundPage.tsx'
import { Permitted } from '../Permitted.tsx'
import { SectionList } from './SectionList.tsx'
import { sectionScreens } from './section-screens.tsx'
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
              <Link to="/settings" className={styles.back}>
                <ArrowLeft size={15} strokeWidth={1.8} aria-hidden="true" />
                {t('Settings')}
              </Link>
            )}
            <Text as="h2" size="section" weight={600} cut>
              {section.name}
            </Text>
          </HStack>
          <Box className={styles.body}>
            <Permitted policy={section.policy}>
              <Suspense fallback={<Loading />}>{sectionScreens[section.path]}</Suspense>
            </Permitted>
          </Box>
        </Grid>
      )}
    </Grid>
  )
}

function Loading() {
  return (
    <Center tone="muted" full>
      <Spinner label={t('Loading the screen')} />
    </Center>
  )
}
