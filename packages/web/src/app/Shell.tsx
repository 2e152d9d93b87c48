import { t } from '@parley/core/text/translate'
import { Suspense, useEffect, useRef, useState } from 'react'
import { matchPath, Navigate, Outlet, useLocation } from 'react-router'
import { keeping } from '../client/device/own-kept.ts'
import { secondFactorMissing } from '../client/api-failure.ts'
import { KeydownBuffer } from '../commands/early-keys.ts'
import { useSession } from '../data/session/session.ts'
import { useOpenOffers } from '../features/assignments/offers/use-open-offers.ts'
import { LiveUpdatesOff } from '../features/notifications/LiveUpdatesOff.tsx'
import { useStore } from '../store.ts'
import { channelProblems } from '../sync/sockets/sockets.ts'
import { noticeQueue } from '../sync/sockets/arrivals.ts'
import { Box, Center } from '../ui/layout/Layout.tsx'
import { focusScreen, isFocusFree, screenId } from '../ui/overlays/free-focus.ts'
import { lazyWithRetry } from '../ui/hooks/lazy-part.ts'
import { Spinner } from '../ui/states/Spinner.tsx'
import { toastsWanted } from '../ui/states/toasts-wanted.ts'
import { besideQueue, useMediaQuery, usePhoneLayout } from '../ui/hooks/use-media-query.ts'
import { CrashBoundary } from './page-state/CrashBoundary.tsx'
import { PageCode } from './page-state/PageCode.tsx'
import { PhoneNav } from './navigation/PhoneNav.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './navigation/Sidebar.tsx'
import { screenTitle } from './routes.tsx'
import { TopBar } from './navigation/TopBar.tsx'
import { useSidebar } from './navigation/use-sidebar.ts'
import { WindowTitle } from './WindowTitle.tsx'

const noticeArrivals = lazyWithRetry(
  async () => (await import('../features/notifications/NoticeArrivals.tsx')).NoticeArrivals,
)

const keysAfterMs = 10_000
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

const commands = lazyWithRetry(async () => (await import('./Commands.tsx')).Commands)

const keptNotice = lazyWithRetry(async () => (await import('./page-state/KeptNotice.tsx')).KeptNotice)

const channelRibbon = lazyWithRetry(
  async () => (await import('../features/channel/ChannelRibbon.tsx')).ChannelRibbon,
)

const offersToAnswer = lazyWithRetry(async () => (await import('./OffersToAnswer.tsx')).OffersToAnswer)

/** The frame around every screen of a signed-in agent: sidebar, top bar, and the screen. */
export function Shell() {
  const phone = usePhoneLayout()
  const { pathname } = useLocation()
  const isThread = matchPath('/conversations/:id', pathname) !== null
  const isDesk = isThread || pathname === '/inbox'
  const isSettings = matchPath('/settings/*', pathname) !== null
  const sidebar = useSidebar(useMediaQuery(besideQueue) && isDesk)
  const title = screenTitle(pathname)
  useFocusOnScreen(pathname)
  // Nothing else is open until a second factor is set up there.
  const mustSetUp = useStore(secondFactorMissing)
  if (mustSetUp && pathname !== '/account') return <Navigate to="/account" replace />

  return (
    <div className={styles.shell} data-sidebar={phone ? 'none' : sidebar.collapsed ? 'collapsed' : 'open'}>
      <WindowTitle screen={title} />
      <a href={`#${screenId}`} className={styles.skip}>
        {t('Skip to content')}
      </a>
      {!phone && <Sidebar collapsed={sidebar.collapsed} />}
      <TopBar
        title={title}
        countsUnread={pathname === '/conversations' || pathname === '/inbox'}
        sidebar={phone ? undefined : sidebar}
      />
      <div className={styles.notice}>
        <PageCode />
        <KeptTrouble />
        <LiveUpdatesOff />
        <ChannelTrouble />
        <Offers />
      </div>
      <Box as="main" id={screenId} className={styles.screen} tabIndex={-1}>
        {/* From one conversation to the next the queue beside them stays, and the list of sections in the settings. */}
        <CrashBoundary key={isDesk ? 'conversation' : isSettings ? 'settings' : pathname} place={pathname}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </Box>
      {/* Where one writes, every line of the screen is the thread's; Back leads to the rest. */}
      {phone && !isThread && <PhoneNav />}
      <KeysToHear />
      <NoticesToTell />
    </div>
  )
}

/** What led to another screen leaves with the old one: then the new one has the focus, unless it gave it to a part of it. */
function useFocusOnScreen(pathname: string): void {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname && isFocusFree()) focusScreen()
    shown.current = pathname
  }, [pathname])
}

/** Nothing while what is written is kept well: what is said otherwise is not part of the first load. */
function KeptTrouble() {
  const { how, isSomeLost } = useStore(keeping)
  return (
    (how !== 'kept' || isSomeLost) && (
      <Suspense>
        <keptNotice.Part />
      </Suspense>
    )
  )
}

/** Nothing while the channel is well: what it says of trouble is not part of the first load. */
function ChannelTrouble() {
  const isTroubled = useStore(channelProblems).length > 0
  return (
    isTroubled && (
      <Suspense>
        <channelRibbon.Part />
      </Suspense>
    )
  )
}

/**
 * What the keys do comes once somebody is at the page, or it has stood a while: its code is not part of the first load. Those
 * pressed before are done when it is there.
 */
function KeysToHear() {
  const [isTime, setTime] = useState(false)
  const [early] = useState(() => new KeydownBuffer())
  useEffect(() => early.hold(), [early])
  useEffect(() => {
    const begin = () => setTime(true)
    const timer = setTimeout(begin, keysAfterMs)
    for (const sign of signsOfLife) addEventListener(sign, begin, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signsOfLife) removeEventListener(sign, begin)
    }
  }, [])
  return (
    isTime && (
      <Suspense fallback={null}>
        <commands.Part early={early} />
      </Suspense>
    )
  )
}

/** Nothing before the first notice or toast: the toasts' code is not part of the first load. */
function NoticesToTell() {
  const hasCome = useStore(noticeQueue.hasCome)
  const isWanted = useStore(toastsWanted)
  return (
    (hasCome || isWanted) && (
      <Suspense>
        <noticeArrivals.Part />
      </Suspense>
    )
  )
}

/** Nothing before the first offer: its code is not part of the first load. */
function Offers() {
  const session = useSession()
  const isSome = useOpenOffers().offers.length > 0
  const [wereSome, setWereSome] = useState(isSome)
  if (isSome && !wereSome) setWereSome(true)
  if (!wereSome || session === null) return null
  return (
    <Suspense fallback={null}>
      <offersToAnswer.Part viewerId={session.user.id} />
    </Suspense>
  )
}

function Loading() {
  return (
    <Center tone="muted" full>
      <Spinner label={t('Loading the screen')} />
    </Center>
  )
}
