-- Read notifications are deleted long before unread ones, of which there may be millions in between.
create index notices_read on notices (made_at) where read_at is not null;
