import { useEffect, useId, useRef, useState } from 'react'
import { runCommand, useCommand } from '../../commands/live.ts'
import { choose, useChoice } from '../../data/session/preferences.ts'
import { useMediaQuery, usePhoneLayout } from '../../ui/hooks/use-media-query.ts'

export type CustomerPanelState = ReturnType<typeof useCustomerPanel>

/**
 * Whether the customer's details are open, and where they have room.
 * @param canAssign whether the conversation can be assigned, which on phones is done in the panel
 */
export function useCustomerPanel(canAssign: boolean) {
  'use memo'
  /** They stand beside the thread; else they are laid over it. */
  const isBeside = useMediaQuery('(min-width: 1200px)')
  const isPhone = usePhoneLayout()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  /** Of their element. */
  const id = useId()
  /** Where they are laid over the thread. */
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
  /** The header has room for the customer's name and all actions; else some are in the panel. */
  const isRoomy = useMediaQuery(isBeside && isOpen ? '(min-width: 1800px)' : '(min-width: 1360px)')
  useCommand('conversation.panel', toggle)
  useAssignInDrawer(canAssign && isPhone && !isOpen, isOpen, () => setDrawerOpen(true))
  /** The header has no room for the tags, so they are in the panel. */
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
