import { t } from '@parley/core/text/translate'
import type { LocationEntity } from '@parley/core/messages/details'
import { Text } from '../../../ui/layout/Layout.tsx'
import styles from './details.module.css'
import { WebLink } from './WebLink.tsx'

/** A place: its name, its address and the way to a map. The drawing stands for any place; nothing is asked of anybody. */
export function LocationCard({ location }: { location: LocationEntity }) {
  const { name, address, url, coordinates } = location
  const point = pointOf(location)
  return (
    <div role="group" aria-label={t('Location')} className={styles.place}>
      <MapDrawing />
      <Text as="div" flex="shrink" breaks className={styles.words}>
        <Text as="p" dir="auto" size="list" weight={500} breaks>
          {name ?? t('Shared place')}
        </Text>
        {address !== null && (
          <Text as="p" dir="auto" size="meta" tone="muted" breaks>
            {address}
          </Text>
        )}
        <Text as="p" size="meta" tone="muted" breaks digits>
          {point ?? coordinates}
        </Text>
        {point !== null && (
          <Text as="p" size="meta" tone="muted" breaks>
            <WebLink address={mapAddress(location)} words={t('Open in maps')} />
          </Text>
        )}
        {url !== null && (
          <Text as="p" size="meta" tone="muted" breaks>
            <WebLink address={url} />
          </Text>
        )}
      </Text>
    </div>
  )
}

const pointOf = ({ latitude, longitude }: LocationEntity): string | null =>
  latitude === null || longitude === null ? null : `${latitude}, ${longitude}`

const mapAddress = ({ latitude, longitude }: LocationEntity): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`

function MapDrawing() {
  const roads = 'M-4 66 34 50l28 20 66-22M22-4l14 54-10 42M78-4 66 70l14 24M-4 24l60-8 70 14'
  return (
    <svg className={styles.map} viewBox="0 0 120 88" aria-hidden="true">
      <rect width="120" height="88" fill="var(--grey-soft)" />
      <path d={roads} fill="none" stroke="var(--surface)" strokeWidth="5" />
      <path d={roads} fill="none" stroke="var(--hairline)" strokeWidth="1" />
      <path d="M84 34h30v22H90z" fill="var(--ok-soft)" />
      <path d="M62 50s9-8.4 9-15a9 9 0 0 0-18 0c0 6.6 9 15 9 15z" fill="var(--accent)" />
      <circle cx="62" cy="35" r="3.3" fill="var(--surface)" />
    </svg>
  )
}
