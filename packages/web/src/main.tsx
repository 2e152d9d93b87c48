import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { queryClient } from './app/query-client.ts'
import { startTheme } from './app/theme.ts'
import { startSidebar } from './app/use-sidebar.ts'
import { startLive } from './sync/start-live.ts'

/** A browser whose database does not answer gets the defaults. */
const PREFERENCES_MS = 300

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

await Promise.race([
  Promise.all([startTheme(), startSidebar()]),
  new Promise(done => setTimeout(done, PREFERENCES_MS)),
])
startLive(queryClient)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
