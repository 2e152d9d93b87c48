import type { Backup } from '@parley/core/backups/api'
import { sizeLabel } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { useBackups } from '../../data/settings/settings.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Fetched } from '../../ui/states/Fetched.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './backups.module.css'

/** One is made each night, so that after this the newest is too old. */
const tooOldMs = 26 * 60 * 60_000

/** The newest backups, and how to make, check and restore one: that is done on the server. */
export function BackupsPanel() {
  return (
    <Grid narrow gap={6}>
      <Fetched
        held={useBackups()}
        loading={t('Loading backups')}
        failed={t('The backups could not be fetched')}
      >
        {backups => <Newest backups={backups} />}
      </Fetched>
      <Steps />
    </Grid>
  )
}

function Newest({ backups }: { readonly backups: readonly Backup[] }) {
  const now = useNow()
  const last = backups.find(({ finished }) => finished !== null)
  const isOld = last === undefined || now.getTime() - new Date(last.begun_at).getTime() > tooOldMs
  return (
    <Grid narrow gap={3}>
      {isOld && (
        <Notice tone="warn">
          {last === undefined
            ? t('No finished backup is on record. Make one now, and have one made each night.')
            : t('The last finished backup is older than a day. Check that the nightly one runs.')}
        </Notice>
      )}
      {backups.length > 0 && (
        <ScrollBox label={t('List of backups')}>
          <Table label={t('Backups')} density="tight">
            <thead>
              <tr>
                {[t('Begun'), t('File'), t('Size'), t('Content'), t('Result')].map(title => (
                  <HeaderCell key={title}>{title}</HeaderCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {backups.map(backup => (
                <Line key={backup.begun_at} backup={backup} />
              ))}
            </tbody>
          </Table>
        </ScrollBox>
      )}
    </Grid>
  )
}

function Line({ backup: { begun_at: begun, file, finished } }: { readonly backup: Backup }) {
  const lost = finished === null ? 0 : finished.missing + finished.damaged
  return (
    <tr>
      <Cell>
        <Moment iso={begun} />
      </Cell>
      <Cell>{file}</Cell>
      <Cell>{finished === null ? '—' : sizeLabel(finished.bytes)}</Cell>
      <Cell>
        {finished === null
          ? '—'
          : t('{rows} rows, {files} files', {
              rows: finished.rows.toLocaleString('en'),
              files: finished.files.toLocaleString('en'),
            })}
      </Cell>
      <Cell>
        {finished === null && <Badge tone="warn">{t('Not finished')}</Badge>}
        {finished !== null && lost === 0 && <Badge tone="ok">{t('Complete')}</Badge>}
        {lost > 0 && <Badge tone="danger">{t('{count} files missing or damaged', { count: lost })}</Badge>}
      </Cell>
    </tr>
  )
}

const steps = [
  {
    title: t('Make one'),
    words: t(
      'One file holds all rows and files of one moment. The server may run. The second line has one made each night.',
    ),
    commands: `parley backup "/var/backups/parley/parley-$(date +%F-%H%M).tar"
systemctl enable --now parley-backup.timer`,
  },
  {
    title: t('Check it'),
    words: t(
      'See that the nightly one ran, and copy the files to another machine. Restore one somewhere every quarter, and look at it.',
    ),
    commands: `systemctl status parley-backup
ls -l /var/backups/parley`,
  },
  {
    title: t('Restore one'),
    words: t(
      'Only into an empty place. The file is checked whole first. All sessions end, and everybody signs in anew.',
    ),
    commands: `systemctl stop parley
mv /var/lib/parley "/var/lib/parley.$(date +%F-%H%M)"
install -d -o parley -g parley -m 700 /var/lib/parley
parley restore /var/backups/parley/NAME.tar
systemctl start parley`,
  },
]

const Steps = () => (
  <>
    {steps.map(({ title, words, commands }) => (
      <Grid key={title} narrow gap={2}>
        <Text as="h3" size="body" weight={600}>
          {title}
        </Text>
        <Text as="p" size="list" tone="muted">
          {words}
        </Text>
        <ScrollBox label={t('Commands: {title}', { title })}>
          <pre className={styles.commands}>{commands}</pre>
        </ScrollBox>
      </Grid>
    ))}
    <Text as="p" size="meta" tone="muted">
      {t('These are run on the server, by who looks after it. More about it: docs/operate.md of Parley.')}
    </Text>
  </>
)
