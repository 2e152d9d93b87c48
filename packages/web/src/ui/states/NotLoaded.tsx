import styles from './NotLoaded.module.css'

/** In the place of what could not be loaded, where the page says elsewhere why and it comes by itself. */
export function NotLoaded() {
  return <p className={styles.line}>Not loaded</p>
}
