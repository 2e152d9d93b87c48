import '@fontsource-variable/inter/wght.css'
import './ui/inter/inter.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/forced-colors.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { queryClient } from './app/query-client.ts'
import { startTheme } from './app/theme.ts'
import { soon } from './client/device/device-store.ts'
import { beginAnewForOthers, ownSession } from './client/session-store.ts'
import { watchPageCode } from './client/page-code.ts'
import { servedAreas } from './data/capabilities/queries.ts'
import { prefetchList } from './data/conversations/list.ts'
import { startChoices } from './data/session/preferences.ts'
import { filterFrom } from './features/inbox/list-filter.ts'
import { startLive } from './sync/start-live.ts'
import { justSignedIn } from './pages/LoginPage.tsx'
import { holdComposingKeys } from './commands/composing-keys.ts'
import { refuseStrayDrops } from './ui/files/use-file-drop.ts'
import { watchSheets } from './ui/hooks/lazy-part.ts'

// Before anything else listens.
holdComposingKeys(window)
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

// Its answer brings the key of what is kept: the sooner it comes, the sooner a draft stands in its box.
if (ownSession() !== null) {
  void queryClient.prefetchQuery(servedAreas)
  // The list is on its way while the screen is drawn for the first time.
  if (location.pathname === '/conversations')
    void prefetchList(queryClient, filterFrom(new URLSearchParams(location.search)))
}
// A browser whose database does not answer gets the defaults.
await soon(Promise.all([startTheme(), startChoices()]))
watchPageCode()
watchSheets()
beginAnewForOthers(() => {
  history.replaceState({ ...history.state, ...justSignedIn }, '')
  location.reload()
})
refuseStrayDrops()
startLive(queryClient)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
