import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startTheme } from './app/theme.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

void startTheme()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
