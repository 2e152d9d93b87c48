import './page.css'
import './phone.css'
import './panel.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(<App />)
