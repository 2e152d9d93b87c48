import { t } from '@parley/core/text/translate'
import { Toast } from '@base-ui/react/toast'
import { Info, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Center, Text, VStack } from '../layout/Layout.tsx'
import styles from './ToastRegion.module.css'
import { boxToReturnTo } from '../fields/write-box.ts'
import { drawToasts, type ToastDetail, toastManager, toastQueue } from './toasts.ts'

type ToastRegionProps = {
  /** The region's accessible name: what the toasts tell of. */
  label: string
}

/** Draws the toasts of `showToast` at the top right; F6 moves focus to them. `toastQueue` says when they fade. */
export function ToastRegion({ label }: ToastRegionProps) {
  const viewport = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = drawToasts()
    return () => {
      end()
      toastQueue.clear()
    }
  }, [])
  return (
    <Toast.Provider toastManager={toastManager} timeout={0} limit={Number.POSITIVE_INFINITY}>
      <Toast.Portal>
        <VStack
          as={Toast.Viewport}
          ref={viewport}
          gap={3}
          aria-label={label}
          className={styles.viewport}
          onMouseEnter={() => toastQueue.pause()}
          onMouseLeave={({ currentTarget }) => pauseWhile(currentTarget.contains(document.activeElement))}
          onFocus={() => toastQueue.pause()}
          onBlur={({ currentTarget, relatedTarget }) =>
            pauseWhile(currentTarget.matches(':hover') || currentTarget.contains(relatedTarget))
          }
        >
          <ToastList viewport={viewport} />
        </VStack>
      </Toast.Portal>
    </Toast.Provider>
  )
}

const pauseWhile = (isAttended: boolean): void => (isAttended ? toastQueue.pause() : toastQueue.resume())

function ToastList({ viewport }: { viewport: RefObject<HTMLDivElement | null> }) {
  const { toasts, close } = Toast.useToastManager<ToastDetail>()
  // A toast that is removed under the pointer or the focus takes both with it, without an event.
  useEffect(() => {
    const region = viewport.current
    pauseWhile(
      toasts.length > 0 &&
        region !== null &&
        (region.matches(':hover') || region.contains(document.activeElement)),
    )
  }, [toasts.length, viewport])
  return toasts.map(toast => {
    const { icon, onPress, action } = toast.data ?? {}
    const press = onPress && {
      onClick: () => {
        close(toast.id)
        boxToReturnTo()?.focus()
        onPress()
      },
    }
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className={styles.toast}
        swipeDirection="right"
        // An urgent one is said by an alert of its own: it is neither hidden nor said a second time.
        aria-hidden={undefined}
        aria-live={toast.priority === 'high' ? 'off' : undefined}
      >
        <Center as="span" tone="accent" className={styles.icon}>
          {icon ?? <Info size={16} aria-hidden="true" />}
        </Center>
        <Text as="div" flex="shrink" size="list" tone="muted" breaks>
          {press && action === undefined ? (
            <Toast.Title
              className={styles.title}
              render={<button type="button" data-press="" {...press} />}
            />
          ) : (
            <Toast.Title className={styles.title} render={<p />} />
          )}
          <Toast.Description className={styles.description} />
          {press && action !== undefined && (
            <Text
              as="button"
              type="button"
              size="list"
              weight={500}
              tone="accent"
              className={styles.action}
              data-press=""
              {...press}
            >
              {action}
            </Text>
          )}
        </Text>
        <Toast.Close
          // The library hides it until the list is attended to, and yet the Tab key reaches it.
          aria-hidden={undefined}
          onClick={() => boxToReturnTo()?.focus()}
          render={
            <IconButton label={t('Close')} size="small">
              <X size={14} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          }
        />
      </Toast.Root>
    )
  })
}
