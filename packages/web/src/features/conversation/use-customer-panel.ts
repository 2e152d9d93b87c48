import { useEffect, useId, useRef, useState } from 'react'
import { runCommand, useCommand } from '../../commands/live.ts'
import { choose, useChoice } from '../../data/session/preferences.ts'
import { useMediaQuery, usePhoneLayout } from '../../ui/hooks/use-media-query.ts'

/** Whether the customer's details are open, and where they have room. */
export interface CustomerPanelState {
  /** The id of its element. */
  readonly id: string
  readonly isOpen: boolean
  /** It stands beside the thread; else it is laid over it. */
  readonly isBeside: boolean
  readonly isPhone: boolean
  /** The header has room for the customer's name and all actions; else some are in the panel. */
  readonly isRoomy: boolean
  /** The header has no room for the tags, so they are in the panel. */
  readonly hasTags: boolean
  readonly toggle: () => void
  /** Closes the panel that is laid over the thread. */
  readonly close: () => void
}

/** @param canAssign whether the conversation can be assigned, which on phones is done in the panel */
export function useCustomerPanel(canAssign: boolean): CustomerPanelState {
  'use memo'
  const isBeside = useMediaQuery('(min-width: 1200px)')
  const isPhone = usePhoneLayout()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const id = useId()
  const close = () => {
    setDrawerOpen(false)
    // The focused element goes with the panel: its opener gets the focus.
    if (document.getElementById(id)?.contains(document.activeElement))
      document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus()
  }
  const isKept = useChoice('customerPanel') === 'open'
  const isOpen = isBeside ? isKept : isDrawerOpen
  const toggle = () =>
    isBeside ? choose('customerPanel', isKept ? 'closed' : 'open') : setDrawerOpen(!isDrawerOpen)
  const isRoomy = useMediaQuery(isBeside && isOpen ? '(min-width: 1800px)' : '(min-width: 1360px)')
  useCommand('conversation.panel', toggle)
  useAssignInDrawer(canAssign && isPhone && !isOpen, isOpen, () => setDrawerOpen(true))
  const hasTags = isPhone || (isBeside && isOpen && !isRoomy)
  return { id, isOpen, isBeside, isPhone, isRoomy, hasTags, toggle, close }
}

/** Where Assign stands in the details, which are closed: opens them, and presses it once it is there. */
function useAssignInDrawer(isOffered: boolean, isOpen: boolean, open: () => void): void {
  const isAsked = useRef(false)
  const ask = () => {
    isAsked.current = true
    open()
  }
  useCommand('conversation.assign', isOffered ? ask : null)
  useEffect(() => {
    if (isOpen && isAsked.current) runCommand('conversation.assign')
    isAsked.current = false
  }, [isOpen])
}
