import { t } from '@parley/core/text/translate'
import styles from './Brand.module.css'

/** The product's mark, with its name unless there is no room for it. */
export const Brand = ({ size = 'medium', slim = false }: { size?: 'medium' | 'large'; slim?: boolean }) => (
  <span className={size === 'large' ? styles.large : styles.brand}>
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path
        className={styles.mark}
        d="M6 0h8a6 6 0 0 1 6 6v8a6 6 0 0 1-6 6H2a2 2 0 0 1-2-2V6a6 6 0 0 1 6-6z"
      />
      <path className={styles.lines} d="M6 8h8M6 12h8" />
    </svg>
    <span className={slim ? 'visually-hidden' : undefined}>{t('Parley')}</span>
  </span>
)
