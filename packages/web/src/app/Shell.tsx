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
import { Box } from '../ui/layout/Layout.tsx'
import { focusScreen, isFocusFree, screenId } from '../ui/overlays/free-focus.ts'
import { lazyPart } from '../ui/hooks/lazy-part.ts'
import { useEver } from '../ui/hooks/use-ever.ts'
import { Loading } from '../ui/states/Spinner.tsx'
import { toastsWanted } from '../ui/states/toasts-wanted.ts'
import { besideQueue, useMediaQuery, usePhoneLayout } from '../ui/hooks/use-media-query.ts'
import { CrashBoundary } from './page-state/CrashBoundary.tsx'
import { PhoneNav, Sidebar, useSidebar } from './navigation/Sidebar.tsx'
import { screenTitle } from './routes.tsx'
import { TopBar } from './navigation/TopBar.tsx'
import { useUnreadTotal } from '../data/messages/unread-stats.ts'
import { usePageCode } from '../client/page-code.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/states/Notice.tsx'
import styles from './Shell.module.css'

// None of these is part of the first load: each comes when there is something to show.
const NoticeArrivals = lazyPart(
  async () => (await import('../features/notifications/NoticeArrivals.tsx')).NoticeArrivals,
)
const Commands = lazyPart(async () => (await import('./Commands.tsx')).Commands)
const KeptNotice = lazyPart(async () => (await import('./page-state/KeptNotice.tsx')).KeptNotice)
const ChannelRibbon = lazyPart(
  async () => (await import('../features/channel/ChannelRibbon.tsx')).ChannelRibbon,
)
const OffersToAnswer = lazyPart(async () => (await import('./OffersToAnswer.tsx')).OffersToAnswer)

const keysAfterMs = 10_000
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

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
          <Suspense fallback={<Loading tone="muted" label={t('Loading the screen')} />}>
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

/** Says that unsent words may be lost; draws nothing while this device stores them. */
function KeptTrouble() {
  const { how, isSomeLost } = useStore(keeping)
  return (how !== 'kept' || isSomeLost) && <KeptNotice />
}

/** Nothing while the channel is well. */
function ChannelTrouble() {
  return useStore(channelProblems).length > 0 && <ChannelRibbon />
}

/** What the keys do comes once somebody is at the page, or it has stood a while. Those pressed before are done when it is there. */
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
  return isTime && <Commands early={early} />
}

/** Nothing before the first notice or toast. */
function NoticesToTell() {
  const hasCome = useStore(noticeQueue.hasCome)
  const isWanted = useStore(toastsWanted)
  return (hasCome || isWanted) && <NoticeArrivals />
}

/** Nothing before the first offer. */
function Offers() {
  const session = useSession()
  const wereSome = useEver(useOpenOffers().offers.length > 0)
  return wereSome && session !== null && <OffersToAnswer viewerId={session.user.id} />
}

/** Names the browser's tab after the screen, with the agent's unread messages before it. Draws nothing. */
function WindowTitle({ screen }: { screen: string }) {
  const { count } = useUnreadTotal()
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${screen} · Parley` : t('{screen} · Parley', { screen })
  }, [screen, count])
  return null
}

/** Says that only a reload brings what is missing: the server was upgraded under an open page, or the line was cut. */
function PageCode() {
  const code = usePageCode()
  const isKept = useStore(keeping).how === 'kept'
  if (code === 'whole') return null
  const what = code === 'old' ? t('A new version is ready') : t('A part of this page could not be loaded')
  const then = isKept ? t('What you have written is kept') : t('Send what you have written first')
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" variant="primary" onClick={() => location.reload()}>
          {t('Reload')}
        </Button>
      }
    >
      {`${what}. ${then}`}
    </Notice>
  )
}
