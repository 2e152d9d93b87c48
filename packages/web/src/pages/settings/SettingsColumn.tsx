import type { ReactNode } from 'react'
import { Grid } from '../../ui/layout/Layout.tsx'
import styles from './SettingsColumn.module.css'

/** What a section shows in one column of a readable width. */
export const SettingsColumn = ({ children }: { readonly children: ReactNode }) => (
  <Grid narrow gap={6} className={styles.column}>
    {children}
  </Grid>
)
