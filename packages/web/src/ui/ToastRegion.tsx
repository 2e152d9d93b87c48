import { Toast } from '@base-ui/react/toast'
import { Info, X } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import styles from './ToastRegion.module.css'
import { type ToastDetail, toastManager } from './toasts.ts'

const SHOWN_MS = 5000
const AT_ONCE = 3

/** Draws the toasts of `showToast` at the top right, at most 3 at once; F6 moves focus to them. */
export function ToastRegion() {
  return (
    <Toast.Provider toastManager={toastManager} timeout={SHOWN_MS} limit={AT_ONCE}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts, close } = Toast.useToastManager<ToastDetail>()
  return toasts.map(toast => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection="right">
      <span className={styles.icon}>{toast.data?.icon ?? <Info size={16} aria-hidden="true" />}</span>
      <div className={styles.words}>
        <Toast.Title className={styles.title} />
        <Toast.Description className={styles.description} />
        {toast.actionProps && <Toast.Action className={styles.action} onClick={() => close(toast.id)} />}
      </div>
      <Toast.Close
        render={
          <IconButton label="Close" size="small">
            <X size={14} strokeWidth={1.8} aria-hidden="true" />
          </IconButton>
        }
      />
    </Toast.Root>
  ))
}
